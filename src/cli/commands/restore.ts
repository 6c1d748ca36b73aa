import { Command, Option } from 'commander'
import { systemClock } from '../../lib/time.ts'
import { workspaceTables } from '../../serve/features.ts'
import { restore } from '../../store/sqlite/restore.ts'
import { stopSignal } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore the database from a backup; stop the server first')
    .argument('<backup>', 'backup file, or - for standard input')
    .addOption(new Option('--force', 'replace an existing database; the old one is kept under a dated name'))
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(
      async (backup: string, { db, json, force = false }: CommonOptions & { force?: boolean }, command: Command) => {
        if (backup === '-' && process.stdin.isTTY)
          command.error('error: Standard input is a terminal. Pipe a backup into the command.')
        const restored = await restore(backup === '-' ? process.stdin : backup, db, {
          force,
          changes: workspaceTables.flatMap(({ table, afterRestore: sql }) => (sql === undefined ? [] : { table, sql })),
          now: systemClock.now(),
          signal: stopSignal('the backup was restored'),
        })
        if (json) return printJson(restored)
        print(
          `${restored.file} is restored and verified: ${restored.bytes} bytes, SHA-256 of the backup ${restored.sha256}`,
        )
        for (const file of restored.kept) print(`The old database is kept: ${file}`)
      },
    )
}

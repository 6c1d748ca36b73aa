import { Command, Option } from 'commander'
import { systemClock } from '../../lib/clock.ts'
import { restore } from '../../store/sqlite/restore.ts'
import { stopSignal } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

export function restoreCommand(): Command {
  return new Command('restore')
    .description('put a backup in the place of the database, while no server runs')
    .argument('<backup>', 'a backup, or - for standard input')
    .addOption(new Option('--force', 'replace the database that is there, and keep it under a dated name'))
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(
      async (backup: string, { db, json, force = false }: CommonOptions & { force?: boolean }, command: Command) => {
        if (backup === '-' && process.stdin.isTTY)
          command.error('error: Standard input is a terminal: pipe a backup into it.')
        const restored = await restore(backup === '-' ? process.stdin : backup, db, {
          force,
          now: systemClock.now(),
          signal: stopSignal('the backup was in place'),
        })
        if (json) return printJson(restored)
        print(
          `${restored.file} is restored and verified: ${restored.bytes} bytes, SHA-256 of the backup ${restored.sha256}`,
        )
        for (const file of restored.kept) print(`The old one is kept: ${file}`)
      },
    )
}

import { Command } from 'commander'
import { verifyDatabase } from '../../store/sqlite/verify.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'

export function verifyCommand(): Command {
  return new Command('verify')
    .description('read a whole database or backup and check that it is intact')
    .argument('<file>', 'database or backup')
    .addOption(jsonOption())
    .action(async (file: string, { json }: { json?: boolean }) => {
      const contents = verifyDatabase(file)
      if (json) return printJson({ file, ...contents })
      print(`${file} is intact: a storewire database with schema ${contents.version}, ${contents.bytes} bytes`)
      await printTable(
        ['TABLE', 'ROWS'],
        Object.entries(contents.rows).map(([table, rows]) => [table, String(rows)]),
      )
    })
}

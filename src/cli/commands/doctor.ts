import { existsSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { checkDatabase } from '../../doctor/database.ts'
import { checkFiles, checkLog } from '../../doctor/files.ts'
import { type Finding, problem } from '../../doctor/finding.ts'
import { PROGRAM } from '../../lib/program.ts'
import type { Sealer } from '../../lib/sealing.ts'
import { type CommonOptions, databaseCommand } from '../kit/options.ts'
import { print, printJson, strong } from '../kit/output.ts'
import { checkKey, checkPromises, checkSettings, plannedBackups } from './settings.ts'

export function doctorCommand(): Command {
  return databaseCommand(new Command('doctor'))
    .description('check the database, its files and the environment variables, and show how to fix problems')
    .action(async ({ db, json }: CommonOptions, command: Command) => {
      const key = checkKey()
      const data = await checkData(db, key.sealer)
      // A server has been started only where the database is there.
      const promises = existsSync(db) ? await checkPromises(db) : []
      const findings = [...data, ...promises, ...checkSettings(command.parent ?? command, key.findings)]
      const problems = findings.filter(({ level }) => level === 'problem').length
      if (json) printJson({ ok: problems === 0, findings })
      else for (const finding of findings) printForPeople(finding)
      if (problems > 0) throw new Error(problems === 1 ? '1 problem found' : `${problems} problems found`)
    })
}

async function checkData(file: string, sealer: Sealer | undefined): Promise<Finding[]> {
  const wrongLog = checkLog(file)
  if (wrongLog) return [wrongLog]
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile()
  if (isFile === undefined)
    return [
      problem(
        'database',
        `the file ${file} does not exist`,
        `"${PROGRAM} serve" creates it. Or name another file with --db.`,
      ),
    ]
  if (!isFile) return [problem('database', `${file} is not a file`, 'Name the database file with --db.')]
  return [...checkFiles(file), ...(await checkDatabase(file, { sealer, ...plannedBackups() }))]
}

const CHECK_WIDTH = 12

function printForPeople({ check, level, found, todo }: Finding): void {
  const shown = level === 'ok' ? 'ok     ' : strong(level.padEnd(7))
  print([shown, `  ${check.padEnd(CHECK_WIDTH)} ${found}`])
  if (todo !== null) print(`${' '.repeat(9 + CHECK_WIDTH)} ${todo}`)
}

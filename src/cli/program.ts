import { Command, CommanderError } from 'commander'
import { assistantCommand } from './commands/assistant.ts'
import { backfillsCommand } from './commands/backfills.ts'
import { backupCommand } from './commands/backup.ts'
import { clockCommand } from './commands/clock.ts'
import { completionCommand } from './commands/completion.ts'
import { conversationsCommand } from './commands/conversations.ts'
import { deliveriesCommand } from './commands/deliveries.ts'
import { devCommand } from './commands/dev.ts'
import { doctorCommand } from './commands/doctor.ts'
import { endpointCommand } from './commands/endpoint.ts'
import { eraseCommand } from './commands/erase.ts'
import { findCommand } from './commands/find.ts'
import { identityCommand } from './commands/identity.ts'
import { importCommand } from './commands/import.ts'
import { jobsCommand } from './commands/jobs.ts'
import { keysCommand } from './commands/keys.ts'
import { logsCommand } from './commands/logs.ts'
import { membersCommand } from './commands/members.ts'
import { objectCommands } from './commands/objects.ts'
import { refundsCommand } from './commands/refunds.ts'
import { restoreCommand } from './commands/restore.ts'
import { searchCommand } from './commands/search.ts'
import { secretsCommand } from './commands/secrets.ts'
import { segmentsCommand } from './commands/segments.ts'
import { serveCommand } from './commands/serve.ts'
import { triggerCommand } from './commands/trigger.ts'
import { verifyCommand } from './commands/verify.ts'
import { versionCommand, versionLine } from './commands/version.ts'
import { widgetCommand } from './commands/widget.ts'
import { workspacesCommand } from './commands/workspaces.ts'
import { acceptBeforeCommand } from './kit/global-options.ts'
import { keptByNpm } from './kit/npm-options.ts'
import { linesOf, print, showWholeTables, warn } from './kit/output.ts'
import { reportError, reportedError } from './kit/report-error.ts'

const USAGE = 2
const FAILURE = 1

/** All commands. @param json whether wrong usage is reported as JSON */
export function createProgram(json = false): Command {
  const program = new Command('storewire')
    .description('self-hosted commerce data for support: your shop pushes data, storewire stores it')
    .option('-V, --version', 'version of storewire, its commit, Node.js and SQLite')
    .on('option:version', printVersions)
  for (const command of [
    serveCommand(),
    devCommand(),
    clockCommand(),
    importCommand(),
    backfillsCommand(),
    findCommand(),
    ...objectCommands(),
    segmentsCommand(),
    eraseCommand(),
    workspacesCommand(),
    keysCommand(),
    membersCommand(),
    refundsCommand(),
    triggerCommand(),
    deliveriesCommand(),
    endpointCommand(),
    conversationsCommand(),
    assistantCommand(),
    widgetCommand(),
    identityCommand(),
    secretsCommand(),
    jobsCommand(),
    searchCommand(),
    backupCommand(),
    restoreCommand(),
    verifyCommand(),
    logsCommand(),
    doctorCommand(),
    completionCommand(),
    versionCommand(),
  ])
    program.addCommand(command)
  configure(program, json)
  // Registered last: by then the options before the command were passed on to it.
  program.hook('preAction', (_, action) => showWholeTables(action.opts().wide === true))
  return program
}

/** Runs the command that `argv` names and returns its exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function run(argv: string[]): Promise<number> {
  forgetUnsetVariables(process.env)
  const json = isForScripts(argv)
  const program = createProgram(json)
  const ofServe = program.commands.flatMap((command) => (command.name() === 'serve' ? command.options : []))
  const problem = keptByNpm(ofServe, process.env)
  if (problem !== undefined) {
    reportError({ code: 'USAGE', message: problem }, json)
    return USAGE
  }
  try {
    await program.parseAsync(argv, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    reportError(reportedError(error as Error), json)
    return FAILURE
  }
}

/** Whether errors are reported as JSON. Parsing may fail, so this must be known before it. */
function isForScripts(argv: string[]): boolean {
  const end = argv.indexOf('--')
  return process.env.STOREWIRE_JSON !== undefined || argv.slice(0, end === -1 ? undefined : end).includes('--json')
}

/** Called only for the option: reading the versions takes longer than most commands. */
function printVersions(): never {
  print(versionLine())
  throw new CommanderError(0, 'commander.version', '')
}

/** Makes every command throw its errors and report them on one line. */
function configure(command: Command, json: boolean): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => print(...linesOf(text.replace(/\n$/, ''))),
    // commander writes the help here if a command is missing.
    writeErr: (text) => {
      if (json) reportError({ code: 'USAGE', message: `Name a command. See "${pathOf(command)} --help".` }, json)
      else warn(...linesOf(text.replace(/\n$/, '')))
    },
    outputError: (text) => {
      const problem = text.replace(/^error: /, '').trim()
      const sentence = /[.?!)]$/.test(problem) ? problem : `${problem}.`
      reportError({ code: 'USAGE', message: `${sentence} See "${pathOf(command)} --help".` }, json)
    },
  })
  if (command.commands.length > 0) acceptBeforeCommand(command)
  for (const inner of command.commands) configure(inner, json)
}

/** `storewire keys create` */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** Variables that turn something on. People expect the values of OFF to turn it off. */
const SWITCHES = new Set(['STOREWIRE_JSON', 'STOREWIRE_TEST', 'STOREWIRE_ALLOW_PRIVATE_ENDPOINTS', 'STOREWIRE_METRICS'])
const OFF = /^(0|false|no|off)$/i

/** Deletes empty variables: a compose file passes an unset variable as an empty one. */
function forgetUnsetVariables(env: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith('STOREWIRE_')) continue
    if (value === '' || (SWITCHES.has(name) && OFF.test(value))) delete env[name]
  }
}

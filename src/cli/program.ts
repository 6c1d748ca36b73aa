import { Command, CommanderError } from 'commander'
import { backfillsCommand } from './commands/backfills.ts'
import { backupCommand } from './commands/backup.ts'
import { clockCommand } from './commands/clock.ts'
import { conversationsCommand } from './commands/conversations.ts'
import { deliveriesCommand } from './commands/deliveries.ts'
import { devCommand } from './commands/dev.ts'
import { doctorCommand } from './commands/doctor.ts'
import { endpointCommand } from './commands/endpoint.ts'
import { eraseCommand } from './commands/erase.ts'
import { identityCommand } from './commands/identity.ts'
import { importCommand } from './commands/import.ts'
import { jobsCommand } from './commands/jobs.ts'
import { keysCommand } from './commands/keys.ts'
import { logsCommand } from './commands/logs.ts'
import { refundsCommand } from './commands/refunds.ts'
import { restoreCommand } from './commands/restore.ts'
import { secretsCommand } from './commands/secrets.ts'
import { serveCommand } from './commands/serve.ts'
import { triggerCommand } from './commands/trigger.ts'
import { verifyCommand } from './commands/verify.ts'
import { versions } from './commands/version.ts'
import { widgetCommand } from './commands/widget.ts'
import { workspacesCommand } from './commands/workspaces.ts'
import { messageOf } from './kit/help.ts'
import { linesOf, onOneLine, print, warn } from './kit/output.ts'

const USAGE = 2
const FAILURE = 1

/** All commands. */
export function createProgram(): Command {
  const program = new Command('storewire')
    .description('self-hosted commerce data for support: your shop pushes, storewire keeps')
    .option('-V, --version', 'version of storewire, its commit, Node.js and SQLite')
    .on('option:version', printVersions)
  for (const command of [
    serveCommand(),
    devCommand(),
    clockCommand(),
    importCommand(),
    backfillsCommand(),
    eraseCommand(),
    workspacesCommand(),
    keysCommand(),
    refundsCommand(),
    triggerCommand(),
    deliveriesCommand(),
    endpointCommand(),
    conversationsCommand(),
    widgetCommand(),
    identityCommand(),
    secretsCommand(),
    jobsCommand(),
    backupCommand(),
    restoreCommand(),
    verifyCommand(),
    logsCommand(),
    doctorCommand(),
  ])
    program.addCommand(command)
  configure(program)
  return program
}

/** Runs the command that `argv` names and returns its exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function run(argv: string[]): Promise<number> {
  const program = createProgram()
  forgetUnsetVariables(process.env)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    warn(`storewire: ${onOneLine(messageOf(error as Error))}`)
    return FAILURE
  }
}

/** Asked for only here: finding out takes longer than most commands. */
function printVersions(): never {
  print(versions())
  throw new CommanderError(0, 'commander.version', '')
}

/** Errors as exceptions and on one line, in every command. */
function configure(command: Command): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => print(...linesOf(text.replace(/\n$/, ''))),
    writeErr: (text) => warn(...linesOf(text.replace(/\n$/, ''))),
    outputError: (text) => warn(`storewire: ${onOneLine(text.replace(/^error: /, ''))} Try "storewire --help".`),
  })
  for (const inner of command.commands) configure(inner)
}

/** Variables that switch something on: they are off with these values, as people expect. */
const SWITCHES = new Set(['STOREWIRE_JSON', 'STOREWIRE_TEST', 'STOREWIRE_ALLOW_PRIVATE_ENDPOINTS', 'STOREWIRE_METRICS'])
const OFF = /^(0|false|no|off)$/i

/** An empty variable counts as none, as compose files write one that is not set. */
function forgetUnsetVariables(env: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith('STOREWIRE_')) continue
    if (value === '' || (SWITCHES.has(name) && OFF.test(value))) delete env[name]
  }
}

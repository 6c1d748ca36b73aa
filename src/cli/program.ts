import { Command, CommanderError, Help, type Option } from 'commander'
import { PROGRAM } from '../lib/program.ts'
import { acceptBeforeCommand, keptByNpm } from './kit/misplaced-options.ts'
import { linesOf, print, showWholeTables, warn } from './kit/output.ts'
import { rememberPlace } from './kit/place.ts'
import { reportError, reportedError } from './kit/report-error.ts'

const USAGE = 2
const FAILURE = 1
const ASKED_FOR_VERSION = 'commander.version'

/** In the order of the help. Each is loaded when it is needed: to load all takes longer than to start the server. */
const commands: Record<string, () => Promise<Command | Command[]>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  dev: async () => (await import('./commands/dev.ts')).devCommand(),
  clock: async () => (await import('./commands/clock.ts')).clockCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  backfills: async () => (await import('./commands/backfills.ts')).backfillsCommand(),
  find: async () => (await import('./commands/find.ts')).findCommand(),
  objects: async () => (await import('./commands/objects.ts')).objectCommands(),
  segments: async () => (await import('./commands/segments.ts')).segmentsCommand(),
  erase: async () => (await import('./commands/objects.ts')).eraseCommand(),
  workspaces: async () => (await import('./commands/workspaces.ts')).workspacesCommand(),
  sample: async () => (await import('./commands/sample.ts')).sampleCommand(),
  connect: async () => (await import('./commands/connect.ts')).connectCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  members: async () => (await import('./commands/members.ts')).membersCommand(),
  refunds: async () => (await import('./commands/refunds.ts')).refundsCommand(),
  trigger: async () => (await import('./commands/trigger.ts')).triggerCommand(),
  deliveries: async () => (await import('./commands/deliveries.ts')).deliveriesCommand(),
  endpoint: async () => (await import('./commands/endpoint.ts')).endpointCommand(),
  events: async () => (await import('./commands/events.ts')).eventsCommand(),
  conversations: async () => (await import('./commands/conversations.ts')).conversationsCommand(),
  report: async () => (await import('./commands/report.ts')).reportCommand(),
  assistant: async () => (await import('./commands/assistant.ts')).assistantCommand(),
  widget: async () => (await import('./commands/widget.ts')).widgetCommand(),
  pictures: async () => (await import('./commands/pictures.ts')).picturesCommand(),
  mail: async () => (await import('./commands/mail.ts')).mailCommand(),
  'picture-hosts': async () => (await import('./commands/picture-hosts.ts')).pictureHostsCommand(),
  identity: async () => (await import('./commands/identity.ts')).identityCommand(),
  secrets: async () => (await import('./commands/secrets.ts')).secretsCommand(),
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand(),
  search: async () => (await import('./commands/search.ts')).searchCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  backups: async () => (await import('./commands/backups.ts')).backupsCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  verify: async () => (await import('./commands/backup.ts')).verifyCommand(),
  logs: async () => (await import('./commands/logs.ts')).logsCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(),
  update: async () => (await import('./commands/update.ts')).updateCommand(),
  licenses: async () => (await import('./commands/version.ts')).licensesCommand(),
  version: async () => (await import('./commands/version.ts')).versionCommand(),
}

/** These need the others, or are several commands. */
const NEVER_ALONE = ['completion', 'doctor', 'objects']

/** @param json whether wrong usage is reported as JSON; @param only the only command to have; without it, all */
export async function createProgram(json = false, only?: string): Promise<Command> {
  const program = new Command('storewire')
    .description('self-hosted commerce data for support: your shop pushes data, storewire stores it')
    .option('-V, --version', 'version of storewire, its commit, Node.js and SQLite')
    .on('option:version', () => {
      throw new CommanderError(0, ASKED_FOR_VERSION, '')
    })
  const loaded = only === undefined ? Object.values(commands) : [commands[only]]
  for (const command of (await Promise.all(loaded.map((load) => load?.() ?? []))).flat()) program.addCommand(command)
  configure(program, json)
  // Registered last: by then the options before the command were passed on to it.
  program.hook('preAction', (_, action) => {
    showWholeTables(action.opts().wide === true)
    rememberPlace(action)
  })
  return program
}

/** Runs the command that `argv` names and returns its exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function run(argv: string[]): Promise<number> {
  forgetUnsetVariables(process.env)
  const json = isForScripts(argv)
  const program = await createProgram(json, nameOfOne(argv))
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
    if (error instanceof CommanderError) {
      if (error.code === ASKED_FOR_VERSION) print((await import('./commands/version.ts')).versionLine())
      return error.exitCode === 0 ? 0 : USAGE
    }
    reportError(reportedError(error as Error), json)
    return FAILURE
  }
}

/** The command that `argv` begins with, if it can be loaded alone. To print the version needs none. */
function nameOfOne([name = '']: string[]): string | undefined {
  if (name === '-V' || name === '--version') return ''
  return Object.hasOwn(commands, name) && !NEVER_ALONE.includes(name) ? name : undefined
}

/** Whether errors are reported as JSON. Parsing may fail, so this must be known before it. */
function isForScripts(argv: string[]): boolean {
  const end = argv.indexOf('--')
  return process.env.STOREWIRE_JSON !== undefined || argv.slice(0, end === -1 ? undefined : end).includes('--json')
}

/** Options that many commands have: in the help they come after a command's own. */
const SHARED = ['--workspace', '--db', '--json', '--wide', '--help']

function ownFirst(command: Command): Option[] {
  const place = ({ long }: Option) => SHARED.indexOf(long ?? '')
  return new Help().visibleOptions(command).toSorted((one, other) => place(one) - place(other))
}

/** Makes every command throw its errors and report them on one line. */
function configure(command: Command, json: boolean): void {
  command.configureHelp({ visibleOptions: ownFirst })
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

/** `storewire keys create`, as it is typed */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : PROGRAM
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

import { type Command, Option } from 'commander'
import { dbOption, jsonOption, wideOption, workspaceOption } from './options.ts'
import { keyFileOption, urlOption } from './remote.ts'

const globalOptions = () => [dbOption(), workspaceOption(), urlOption(), keyFileOption(), jsonOption(), wideOption()]

/**
 * Accepts the options that many commands share before the command, too: `storewire --db shop.db keys list`. The help of each command
 * still lists its own options.
 */
export function acceptBeforeCommand(command: Command): void {
  command.enablePositionalOptions()
  for (const option of globalOptions()) {
    const { flags, description, parseArg } = option
    const before = new Option(flags, description)
      .hideHelp(command.parent !== null)
      .helpGroup('Options of many commands, before or after the command:')
    command.addOption(parseArg ? before.argParser(parseArg) : before)
  }
  command.hook('preAction', (_, action) => handOn(command, action))
}

/** Passes the options before the command on to the command. An option after the command wins. */
function handOn(command: Command, action: Command): void {
  for (const { long } of globalOptions()) {
    const name = new Option(long ?? '').attributeName()
    if (command.getOptionValueSource(name) !== 'cli') continue
    if (!action.options.some((option) => option.attributeName() === name))
      action.error(`error: The option ${long} does not apply to this command.`)
    if (action.getOptionValueSource(name) !== 'cli')
      action.setOptionValueWithSource(name, command.getOptionValue(name), 'cli')
  }
}

/** Options that npm has, too: it is unknown which program they were meant for. */
const ALSO_OF_NPM = new Set(['json'])

/**
 * Finds options of `serve` that npm did not pass on: `npm start --port 9000` without `--` passes none.
 *
 * @param options of `serve`
 * @returns the error message; undefined if npm passed all options on
 */
export function keptByNpm(options: readonly Option[], env: NodeJS.ProcessEnv): string | undefined {
  if (env.npm_lifecycle_event !== 'start') return undefined
  const kept = options.filter(
    (option) => !ALSO_OF_NPM.has(option.attributeName()) && env[variableOf(option.long ?? '')] !== undefined,
  )
  if (kept.length === 0) return undefined
  const names = kept.map(({ long }) => long).join(' and ')
  const example = kept.map(({ long, required }) => (required ? `${long} …` : long)).join(' ')
  return `npm did not pass ${names} on to storewire. Put -- before the options of storewire: npm start -- ${example}`
}

/** `--trust-proxy` is `npm_config_trust_proxy`. */
function variableOf(long: string): string {
  return `npm_config_${long.replace(/^--/, '').replaceAll('-', '_')}`
}

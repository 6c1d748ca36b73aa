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

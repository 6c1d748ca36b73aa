import type { Argument, Command, Option } from 'commander'

/** The kind of value of an option or argument. */
export type Value = { kind: 'none' } | { kind: 'file' } | { kind: 'any' } | { kind: 'choice'; choices: string[] }

export interface Completed {
  name: string
  description: string
}

/** What can be typed after the words of a command. */
export interface CommandPlace {
  /** The words, such as `keys create`; empty for the program itself. */
  path: string
  commands: Completed[]
  options: (Completed & { value: Value })[]
  arguments: Value[]
}

/** Every place of a program, outer places first. */
export function placesOf(command: Command, words: string[] = []): CommandPlace[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const place: CommandPlace = {
    path: words.join(' '),
    commands: commands.map((inner) => ({ name: inner.name(), description: inner.description() })),
    options: help
      .visibleOptions(command)
      .flatMap((option) =>
        option.long ? [{ name: option.long, description: option.description, value: valueIn(option) }] : [],
      ),
    arguments: command.registeredArguments.map(valueIn),
  }
  const own = commands.filter((inner) => inner.name() !== 'help')
  return [place, ...own.flatMap((inner) => placesOf(inner, [...words, inner.name()]))]
}

/** The options and arguments of a place that have something to offer, by name or by number from 0. */
export function offers({ options, arguments: values }: CommandPlace): [name: string, value: Value][] {
  const all = [...options.map(({ name, value }) => [name, value] as const), ...values.entries()]
  return all.flatMap(([name, value]) =>
    value.kind === 'file' || value.kind === 'choice' ? [[String(name), value]] : [],
  )
}

/** Names of values that are files or folders. */
const FILES = /file|folder|backup|target/

function valueIn(part: Option | Argument): Value {
  if (part.argChoices) return { kind: 'choice', choices: part.argChoices }
  const name = 'flags' in part ? /[<[](.*)[>\]]/.exec(part.flags)?.[1] : part.name()
  if (name === undefined) return { kind: 'none' }
  const alternatives = name.split('|')
  if (alternatives.length > 1) return { kind: 'choice', choices: alternatives }
  return { kind: FILES.test(name) ? 'file' : 'any' }
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

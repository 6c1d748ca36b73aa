import type { Command } from 'commander'
import { commandLine } from '../../lib/program.ts'

/** The options that say which data a command is about: a further command about the same data needs them, too. */
const PLACE = ['db', 'workspace'] as const

let given: string[] = []

/** Set once a command. @param command the one that is run */
export function rememberPlace(command: Command): void {
  given = PLACE.flatMap((name) => {
    const value: unknown = command.getOptionValue(name)
    return command.getOptionValueSource(name) === 'cli' && typeof value === 'string' ? [`--${name}`, value] : []
  })
}

/** A command about the same database and workspace as the one that is run, to be pasted into a shell. */
export function commandHere(...words: string[]): string {
  return commandLine(...words, ...given)
}

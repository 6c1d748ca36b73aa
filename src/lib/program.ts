import { isSea } from 'node:sea'

/** What people type to start this program. A clone and an npm package have it in `node_modules`, where `npx` finds it. */
export const PROGRAM = isSea() ? 'storewire' : 'npx storewire'

/** A command of this program, to be pasted into a shell. */
export function commandLine(...words: string[]): string {
  return [PROGRAM, ...words.map(shellWord)].join(' ')
}

/** Quotes a word for a shell, if necessary: a shop's id may contain any character. */
function shellWord(word: string): string {
  return /^[\w.:@/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

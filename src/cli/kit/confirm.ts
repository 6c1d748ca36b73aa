import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { inert } from '../../lib/escape.ts'
import { warn } from './output.ts'

/**
 * Asks for a confirmation on the terminal. The question is on standard error, because standard output is for results.
 *
 * @returns false also when the input ends or Ctrl-C is pressed
 * @throws Error if standard input is not a terminal
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error('Not confirmed: standard input is not a terminal. Add --yes to confirm.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // The promise of the question does not settle when the input ends.
  const ended = once(terminal, 'close').then(() => undefined)
  try {
    const asked = terminal.question(`${inert(question)} [y/N] `).catch(() => undefined)
    const answer = await Promise.race([asked, ended])
    // The line of the question is still open.
    if (answer === undefined) warn('')
    return /^y(es)?$/i.test(answer?.trim() ?? '')
  } finally {
    terminal.close()
  }
}

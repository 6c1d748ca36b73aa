import type { ChildProcess } from 'node:child_process'

/** The first line that a program prints: with `--json` it contains the address. @throws Error if the program ends before */
export async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error('the server ended before it was ready')
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { BIN } from './process.ts'

/** The reason to skip a test that needs a terminal. */
export const noTerminal =
  spawnSync('script', ['--version']).status === 0 ? false : 'there is no script(1) to make a terminal with'

/** The output of a terminal, and a keyboard for it. */
export interface Terminal {
  /** Waits until the output matches, and resolves with the match. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  type(keys: string): void
  /** Resolves with all output when the program has ended. */
  ended: Promise<string>
}

/** Runs the program on a terminal of 80 columns, which util-linux's `script` makes. */
export function atTerminal(args: string[], env: Record<string, string> = {}): Terminal {
  const { PATH = '', HOME = '' } = process.env
  const command = [process.execPath, BIN, ...args].map((part) => `'${part}'`).join(' ')
  const child = spawn('script', ['-qec', `stty cols 80 rows 24; exec ${command}`, '/dev/null'], {
    env: { PATH, HOME, TERM: 'xterm-256color', SHELL: '/bin/bash', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  const all = () => output.replaceAll('\r\n', '\n')
  const ended = once(child, 'close').then(all)
  return {
    until: async (pattern) => {
      for (;;) {
        const match = pattern.exec(all())
        if (match) return match
        await once(child.stdout, 'data')
      }
    },
    type: (keys) => void child.stdin.write(keys),
    ended,
  }
}

/** What the program writes to such a terminal until it ends. */
export function onTerminal(args: string[], env: Record<string, string> = {}): Promise<string> {
  return atTerminal(args, env).ended
}

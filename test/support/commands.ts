import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environment, type Finished } from './process.ts'
import type { Command } from './run-commands.ts'

const RUNNER = fileURLToPath(new URL('./run-commands.ts', import.meta.url))

/**
 * Runs commands one after another in one process, which starts with the first: for tests that judge what commands print and their exit
 * codes. Tests of signals, standard input, variables of Node.js and the end of the process use `storewire`.
 */
export function commandRunner(): (args: string[], env?: Record<string, string>) => Promise<Finished> {
  const waiting = new Map<number, PromiseWithResolvers<Finished>>()
  let ids = 0
  let child: ReturnType<typeof fork> | undefined
  const start = () => {
    const started = fork(RUNNER, { env: environment({}), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    started.on('message', ({ id, ...finished }: Finished & { id: number }) => {
      waiting.get(id)?.resolve(finished)
      waiting.delete(id)
      if (waiting.size === 0) started.channel?.unref()
    })
    started.once('exit', (code) => {
      for (const { reject } of waiting.values())
        reject(new Error(`a command ended the process, with exit code ${code}`))
    })
    started.unref()
    return started
  }
  return (args, env = {}) => {
    child ??= start()
    child.channel?.ref()
    const id = ids++
    const finished = Promise.withResolvers<Finished>()
    waiting.set(id, finished)
    const command: Command = { argv: args, env }
    child.send({ id, ...command })
    return finished.promise
  }
}

/** Runs `storewire refunds` on a database. `ok` and `json` expect success without error output, and return the output. */
export function refundsCommand(file: string) {
  const runCommand = commandRunner()
  const run = (...args: string[]): Promise<Finished> => runCommand(['refunds', ...args, '--db', file])
  const ok = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stderr], [0, ''], args.join(' '))
    return stdout
  }
  const json = async (...args: string[]) => JSON.parse(await ok(...args, '--json'))
  return { run, ok, json }
}

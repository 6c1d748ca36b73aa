import { run } from '../../src/cli/program.ts'
import type { Finished } from './process.ts'

/*
 * Runs the commands that it receives as messages, one after another in this process, and returns what each printed. A process for
 * each would take minutes in all. Ends with the process that sends them.
 */

export interface Command {
  argv: string[]
  /** Variables that only this command has. */
  env: Record<string, string>
}

async function runOne({ argv, env }: Command): Promise<Finished> {
  const output = { stdout: '', stderr: '' }
  const [writeOut, writeError] = [process.stdout.write, process.stderr.write]
  const collect =
    (name: 'stdout' | 'stderr') =>
    (chunk: unknown, ...rest: unknown[]) => {
      output[name] += chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk)
      const written = rest.at(-1)
      if (typeof written === 'function') process.nextTick(written)
      return true
    }
  const before = { ...process.env }
  Object.assign(process.env, env)
  process.exitCode = undefined
  process.stdout.write = collect('stdout')
  process.stderr.write = collect('stderr')
  try {
    return { code: await run(argv), signal: null, ...output }
  } finally {
    process.stdout.write = writeOut
    process.stderr.write = writeError
    process.exitCode = 0
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

let last: Promise<unknown> = Promise.resolve()
process.on('message', ({ id, ...command }: Command & { id: number }) => {
  last = last.then(async () => process.send?.({ id, ...(await runOne(command)) }))
})
process.once('disconnect', () => process.exit())

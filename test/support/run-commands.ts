import { text } from 'node:stream/consumers'
import { run } from '../../src/cli/program.ts'

/*
 * Runs commands one after another in one process and prints what each printed, as JSON: a process for each would take minutes.
 * Standard input is a JSON array of their arguments.
 */

const printed: { stdout: string; stderr: string; code: number }[] = []
const [writeOut, writeError] = [process.stdout.write, process.stderr.write]
for (const argv of JSON.parse(await text(process.stdin)) as string[][]) {
  const output = { stdout: '', stderr: '', code: 0 }
  const collect = (name: 'stdout' | 'stderr') => (chunk: unknown) => {
    output[name] += chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk)
    return true
  }
  process.exitCode = undefined
  process.stdout.write = collect('stdout')
  process.stderr.write = collect('stderr')
  output.code = await run(argv)
  process.stdout.write = writeOut
  process.stderr.write = writeError
  printed.push(output)
}
process.exitCode = 0
process.stdout.write(JSON.stringify(printed))

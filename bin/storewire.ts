import { warn } from '../src/cli/kit/output.ts'
import { run } from '../src/cli/program.ts'
import { fileProblem } from '../src/store/sqlite/durable.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that goes away (`… | head`) wants no more output; it is no failure, least of all for a server.
  if (error.code === 'EPIPE') return
  process.exitCode = 1
  // A command that streams to it listens too, and says what that means.
  if (process.stdout.listenerCount('error') > 1) return
  warn(`storewire: cannot write to standard output: ${fileProblem(error)}`)
})

// No `await`: the executable is bundled as CommonJS.
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})

// With an `await`, Node.js itself would tell that nothing is left to wait for. Scripts must not take that for success.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return
  warn('storewire: this command came to no end: that is a fault of storewire, please report it.')
  process.exitCode = 1
})

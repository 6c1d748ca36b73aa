import { warn } from '../src/cli/kit/output.ts'
import { run } from '../src/cli/program.ts'
import { fileProblem } from '../src/lib/files.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // EPIPE means that the reader closed the pipe (`… | head`). It is not a failure, and it must not stop a server.
  if (error.code === 'EPIPE') return
  process.exitCode = 1
  // A command that streams to standard output has its own listener, which reports the error.
  if (process.stdout.listenerCount('error') > 1) return
  warn(`storewire: cannot write to standard output: ${fileProblem(error)}`)
})

// No `await`: the executable is bundled as CommonJS.
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})

// Without an `await`, Node.js does not report a promise that never settles. Scripts must not see exit code 0 then.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return
  warn('storewire: Internal error: the command stopped before finishing. Please report this bug.')
  process.exitCode = 1
})

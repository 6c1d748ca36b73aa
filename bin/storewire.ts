import { run } from '../src/cli/program.ts'

// A reader that goes away (`… | head`) wants no more output; it is no failure, least of all for a server.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// No `await`: the executable is bundled as CommonJS.
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})

// With an `await`, Node.js itself would tell that nothing is left to wait for. Scripts must not take that for success.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return
  process.stderr.write('storewire: this command came to no end: that is a fault of storewire, please report it.\n')
  process.exitCode = 1
})

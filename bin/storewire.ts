import { run } from '../src/cli/program.ts'

// A reader that goes away (`… | head`) wants no more output; it is no failure, least of all for a server.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// No `await`: the executable is bundled as CommonJS.
void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})

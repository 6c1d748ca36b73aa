// Runs the program as launcher.ts does, but on Node.js itself: some systems run no executable that is not signed.
// When it receives a path, it writes the compiled code of all functions that have run to it, and ends.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Program, runProgram } from './run-program.ts'

/** The files of the executable, by their names in it. */
const files = JSON.parse(process.env.EXECUTABLE_FILES ?? '') as Record<string, string>

const executable = {
  isSea: () => true,
  getAssetKeys: () => Object.keys(files),
  getRawAsset: (name: string) => new Uint8Array(readFileSync(files[name] ?? '')).buffer,
}

const script = runProgram(process.env.EXECUTABLE_PROGRAM as Program, executable)
process.once('message', (path: string) => {
  writeFileSync(path, script.createCachedData())
  process.exit()
})
// If the build is ended, nothing else ends its server.
process.once('disconnect', () => process.exit())

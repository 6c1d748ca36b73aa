// Runs the bundled program as the launcher does, but on Node.js itself: not every system runs an executable that nobody has signed.
// When it is sent a file's name, it writes the bytecode of all functions that ran there, and ends.
import { readFileSync, writeFileSync } from 'node:fs'
import { Script } from 'node:vm'

/** The files of the executable to be, by their names in it. */
const files = JSON.parse(process.env.EXECUTABLE_FILES ?? '') as Record<string, string>

const executable = {
  isSea: () => true,
  getRawAsset: (name: string) => new Uint8Array(readFileSync(files[name] ?? '')).buffer,
}

const script = new Script(Buffer.from(executable.getRawAsset('program.js')).toString(), { filename: 'storewire.js' })
script.runInThisContext()((name: string) => (name === 'node:sea' ? executable : require(name)))
process.once('message', (file: string) => {
  writeFileSync(file, script.createCachedData())
  process.exit()
})
// The build was ended: nobody else would end its server.
process.once('disconnect', () => process.exit())

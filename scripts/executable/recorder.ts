// Runs the bundled program as the launcher does. When it is sent a file's name, it writes the bytecode of all functions that ran there, and ends.
import { writeFileSync } from 'node:fs'
import { getRawAsset } from 'node:sea'
import { Script } from 'node:vm'

const script = new Script(Buffer.from(getRawAsset('program.js')).toString(), { filename: 'storewire.js' })
script.runInThisContext()(require)
process.once('message', (file: string) => {
  writeFileSync(file, script.createCachedData())
  process.exit()
})
// The build was ended: nobody else would end its server.
process.once('disconnect', () => process.exit())

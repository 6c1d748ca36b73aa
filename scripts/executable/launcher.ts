// What the executable runs first: the bundled program, from the bytecode that the build has kept of it (code-cache.ts).
// Where V8 does not take that, as with other flags in NODE_OPTIONS, it compiles the text.
import { getRawAsset } from 'node:sea'
import { Script } from 'node:vm'

const text = Buffer.from(getRawAsset('program.js')).toString()
const script = new Script(text, { filename: 'storewire.js', cachedData: Buffer.from(getRawAsset('program.cache')) })
script.runInThisContext()(require)

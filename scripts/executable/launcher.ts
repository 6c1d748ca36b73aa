// What the executable runs first: the program, with the compiled code that the build recorded (code-cache.ts).
import * as sea from 'node:sea'
import { codeCacheOf, programFor, runProgram } from './run-program.ts'

const program = programFor(process.argv.slice(2))
const { cachedDataRejected } = runProgram(program, sea, Buffer.from(sea.getRawAsset(codeCacheOf(program))))
if (cachedDataRejected)
  process.emitWarning('The compiled code is for other flags of Node.js, so this start took longer. See NODE_OPTIONS.')

// What the executable runs first: the program, with the compiled code that the build recorded (code-cache.ts).
import * as sea from 'node:sea'
import { CODE_CACHE, runProgram } from './run-program.ts'

const { cachedDataRejected } = runProgram(sea, Buffer.from(sea.getRawAsset(CODE_CACHE)))
if (cachedDataRejected)
  process.emitWarning('The compiled code is for other flags of Node.js, so this start took longer. See NODE_OPTIONS.')

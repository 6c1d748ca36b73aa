#!/usr/bin/env node
// Plain JavaScript that every Node.js version can parse, so that an old version prints a helpful message instead of a syntax error.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { checkNodeVersion } from '../scripts/node-version.js'

checkNodeVersion(process.versions.node)
// With cached bytecode the program starts in half the time.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/storewire', import.meta.url)))
if (existsSync(new URL('./storewire.ts', import.meta.url))) {
  await import('./storewire.ts')
} else {
  // In the npm package: Node.js does not run TypeScript below node_modules.
  await import('../dist/package/storewire.js')
}

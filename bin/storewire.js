#!/usr/bin/env node
// Plain JavaScript that any Node.js can read, so that one that is too old gets an answer instead of a syntax error.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { checkNodeVersion } from '../scripts/node-version.js'

checkNodeVersion(process.versions.node)
// Compiled once, the program starts in half the time.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/storewire', import.meta.url)))
if (existsSync(new URL('./storewire.ts', import.meta.url))) {
  await import('./storewire.ts')
} else {
  // The npm package: Node.js reads no TypeScript below node_modules.
  await import('../dist/package/storewire.js')
}

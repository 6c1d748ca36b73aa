// npm run build:client: builds the client library as a package of its own, by default in dist/client.
import { resolve } from 'node:path'
import { buildClient } from './client-package.ts'

const outDir = resolve(process.argv[2] ?? 'dist/client')
const { bytes } = await buildClient(outDir)
console.log(`${outDir} is ready for npm publish; ${(bytes / 1000).toFixed(1)} KB`)

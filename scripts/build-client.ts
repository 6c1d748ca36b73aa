// npm run build:client: builds the client library as a package of its own, by default in dist/client, and packs it beside that.
import { dirname, resolve } from 'node:path'
import { buildClient, packClient } from './client-package.ts'

const outDir = resolve(process.argv[2] ?? 'dist/client')
const { bytes } = await buildClient(outDir)
const tarball = packClient(outDir, dirname(outDir))
console.log(
  `${outDir} is ready for npm publish; ${(bytes / 1000).toFixed(1)} KB. To install it in a project, run there:`,
)
console.log()
console.log(`  npm install ${/^[\w./-]+$/.test(tarball) ? tarball : JSON.stringify(tarball)}`)

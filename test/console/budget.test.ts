import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildPages } from '../../src/console/build-pages.ts'

const KIB = 1024
/** Of what a browser loads, compressed. */
const FIRST_LOAD = { script: 38 * KIB, style: 10 * KIB }
const PAGE = 12 * KIB
const WHOLE = 100 * KIB

test('what a browser loads stays small: at first, for each page, and in all', async () => {
  const { files, script, preload, style } = await buildPages()
  const sizes = new Map(files.map(({ name, text }) => [name, gzipSync(text, { level: 9 }).length]))
  const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + (sizes.get(name) ?? 0), 0)
  const first = [script, ...preload]
  assert.ok(sum(first) <= FIRST_LOAD.script, `the first scripts have ${sum(first)} bytes`)
  assert.ok(sum([style]) <= FIRST_LOAD.style, `the styles have ${sum([style])} bytes`)
  // With the shell they are all that a visit asks for before it asks for data.
  assert.ok(first.length <= 2, `a visit begins with ${first.length} scripts`)
  for (const { name } of files)
    if (!first.includes(name) && name !== style) assert.ok(sum([name]) <= PAGE, `${name} has ${sum([name])} bytes`)
  assert.ok(sum(sizes.keys()) <= WHOLE, `the console has ${sum(sizes.keys())} bytes`)
})

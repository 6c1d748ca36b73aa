import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildPages } from '../../src/console/build-pages.ts'

const KIB = 1024
/** Of what a browser loads, compressed. */
const FIRST_LOAD = { script: 38 * KIB, style: 11.5 * KIB }
const PAGE = 19 * KIB
/** Some 31 KiB of it read the files of shop systems, and load once somebody imports one. */
const WHOLE = 181 * KIB
/** The page of `storewire dev`, with its styles. It is counted apart: no shop is served it, and browsers load it on the developer's machine. */
const DEV = 12 * KIB

const built = buildPages()

test('browsers get no source map', async () => {
  const { files, dev } = await built
  for (const { name, text } of [...files, ...dev.files]) {
    assert.doesNotMatch(name, /\.map$/)
    assert.doesNotMatch(text, /sourceMappingURL/)
  }
})

test('what a browser loads stays small: at first, for each page, and in all', async () => {
  const { files, script, preload, style, dev } = await built
  const sizesOf = (some: typeof files) =>
    new Map(some.map(({ name, text }) => [name, gzipSync(text, { level: 9 }).length]))
  const sizes = sizesOf(files)
  const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + (sizes.get(name) ?? 0), 0)
  const first = [script, ...preload]
  assert.match(files.find(({ name }) => name === script)?.text ?? '', /\/\*! With Preact .* MIT License/)
  assert.ok(sum(first) <= FIRST_LOAD.script, `the first scripts have ${sum(first)} bytes`)
  assert.ok(sum([style]) <= FIRST_LOAD.style, `the styles have ${sum([style])} bytes`)
  // With the shell they are all that a visit asks for before it asks for data.
  assert.ok(first.length <= 2, `a visit begins with ${first.length} scripts`)
  for (const { name } of files)
    if (!first.includes(name) && name !== style) assert.ok(sum([name]) <= PAGE, `${name} has ${sum([name])} bytes`)
  assert.ok(sum(sizes.keys()) <= WHOLE, `the console has ${sum(sizes.keys())} bytes`)
  const ofDev = sizesOf(dev.files)
  const devBytes = [...ofDev.values()].reduce((bytes, size) => bytes + size, 0)
  assert.deepEqual([...ofDev.keys()].map((name) => name.split('.').at(-1)).toSorted(), ['css', 'js'])
  assert.ok(devBytes <= DEV, `the page of storewire dev has ${devBytes} bytes`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildWidget } from '../../src/widget/build-widget.ts'
import { textOn } from '../../src/widget/pages/loader/options.ts'
import { contrastOf } from '../../src/widget/pages/panel/contrast.ts'
import { defaultWidgetSettings } from '../../src/widget/settings.ts'
import { languages, textsFor, textsOfFrame } from '../../src/widget/texts.ts'

const KIB = 1024
/** Compressed bytes: what every page of a shop loads, and what opening the chat loads. */
const LOADER = 3 * KIB
const PANEL = 24 * KIB
const CARDS = 12 * KIB

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length

test('the chat stays small on the shop’s pages, and when it opens, in every language', async () => {
  const { loader, files, script, style, app, refused, cards, link } = await buildWidget()
  for (const name of ['script', 'module'] as const)
    assert.ok(sizeOf(loader[name]) <= LOADER, `the ${name} of the loader has ${sizeOf(loader[name])} bytes`)
  assert.deepEqual(
    files.map(({ name }) => name).toSorted(),
    [app, refused, script, style, cards.script, cards.style, link.script, link.style].toSorted(),
  )
  const opened = files.filter(({ name }) => name === script || name === style)
  const loaded = opened.reduce((sum, { text }) => sum + sizeOf(text), sizeOf(loader.frame))
  for (const language of languages) {
    const all = loaded + sizeOf(JSON.stringify(textsOfFrame(textsFor(language, defaultWidgetSettings))))
    assert.ok(all <= PANEL, `the panel has ${all} bytes with the texts in ${language}`)
  }
  // Loaded when a chat first has a card, a refund or a rating.
  const later = files.filter(({ name }) => name === cards.script || name === cards.style)
  const sizes = later.map(({ text }) => sizeOf(text))
  assert.ok(sizes.reduce((sum, size) => sum + size) <= CARDS, `the cards have ${sizes.join(' and ')} bytes`)
  for (const { text } of files) assert.doesNotMatch(text, /sourceMappingURL/)
})

test('the icon of the launcher can be told from every color', () => {
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        const text = textOn(color).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
        assert.ok(contrastOf(color, text) >= 4.5, `${text} on ${color}`)
      }
})

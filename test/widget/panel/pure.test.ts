import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localAmount } from '../../../src/lib/amounts.ts'
import { amountText } from '../../../src/widget/pages/cards/amount.ts'
import { contrastOf, isColor, readableOn, textOn } from '../../../src/widget/pages/panel/contrast.ts'
import { backoffMs, createEventParser } from '../../../src/widget/pages/panel/events.ts'
import { piecesOf } from '../../../src/widget/pages/panel/texts.ts'
import { fc } from '../../support/properties.ts'

const STREAM = [
  'retry: 2000\n\n',
  'id: msg_1\nevent: message\ndata: {"text":"Grüße 👋"}\n\n',
  ': still here\n\n',
  'event: typing\ndata: {"name":"Ben"}\n\n',
  'id: mov_2\r\nevent: refund\r\ndata: {\r\ndata: }\r\n\r\n',
].join('')

test('a stream is read the same, in whatever pieces it arrives', () => {
  const expected = [
    { id: 'msg_1', event: 'message', data: '{"text":"Grüße 👋"}' },
    { id: undefined, event: 'typing', data: '{"name":"Ben"}' },
    { id: 'mov_2', event: 'refund', data: '{\n}' },
  ]
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: STREAM.length - 1 }), { maxLength: 20 }), (cuts) => {
      const parse = createEventParser()
      const ends = [...cuts.sort((a, b) => a - b), STREAM.length]
      const pieces = ends.map((end, index) => STREAM.slice(ends[index - 1] ?? 0, end))
      assert.deepEqual(pieces.flatMap(parse), expected)
    }),
  )
})

test('waits grow to a minute, and never to nothing', () => {
  const longest = [1, 2, 3, 6, 7, 50, 2_000].map((failures) => backoffMs(failures, 1))
  assert.deepEqual(longest, [1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000])
  assert.deepEqual(
    [1, 7].map((failures) => backoffMs(failures, 0)),
    [500, 30_000],
  )
})

const links = (text: string) => piecesOf(text).flatMap((piece) => (typeof piece === 'string' ? [] : piece.href))

test('addresses of web pages are links, without the sentence around them', () => {
  const cases: [text: string, ...hrefs: string[]][] = [
    ['See https://shop.example/a?b=1#c.', 'https://shop.example/a?b=1#c'],
    ['(http://shop.example/x_(y)), and HTTPS://SHOP.example!', 'http://shop.example/x_(y)', 'https://shop.example/'],
    ['"https://shop.example/q" <https://shop.example/r>', 'https://shop.example/q', 'https://shop.example/r'],
    ['javascript:alert(1) data:text/html,x ftp://shop.example shop.example //shop.example'],
    ['https://bank.example@evil.example and https://a:b@evil.example'],
    ['https:// http://. https://[ https://:80'],
    ['https://shop.example/\u202efdp.exe', 'https://shop.example/'],
  ]
  for (const [text, ...hrefs] of cases) assert.deepEqual(links(text), hrefs, text)
})

test('a message loses nothing to its links, and a link leads to what it shows', () => {
  const word = fc.constantFrom(
    'https://',
    'http://shop.example',
    '/a',
    '.',
    ')',
    '(',
    ' ',
    '@',
    'javascript:',
    '\u202e',
    '<',
    'ü',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 12 }), (words) => {
      const text = words.join('')
      const pieces = piecesOf(text)
      assert.equal(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join(''), text)
      for (const piece of pieces)
        if (typeof piece !== 'string')
          assert.deepEqual([new URL(piece.text).href, /^https?:/.test(piece.href)], [piece.href, true])
    }),
  )
})

test('text reads on every color that a shop may choose, and the color reads on the page', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, (chosen) => {
      assert.ok(contrastOf(chosen, textOn(chosen)) >= 4.5, chosen)
      for (const back of ['#ffffff', '#1a211f']) assert.ok(contrastOf(readableOn(chosen, back), back) >= 4.5, chosen)
    }),
  )
  assert.deepEqual(
    [textOn('#ffe14d'), textOn('#0b6a5d'), readableOn('#0b6a5d', '#ffffff')],
    ['#000000', '#ffffff', '#0b6a5d'],
  )
  assert.equal(Math.round(contrastOf('#000000', '#ffffff')), 21)
  assert.deepEqual(['#0bd', '#0B6A5D', '#12345', 'red', '#0bd;x'].map(isColor), [false, true, false, false, false])
})

test('amounts have the digits of their currency, and are exact', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  const shown = (amount: number, currency: string, locale: string) => plain(localAmount(amount, currency, locale))
  assert.equal(shown(3_900, 'EUR', 'en'), '€39.00')
  assert.equal(shown(3_900, 'EUR', 'de'), '39,00 €')
  assert.equal(shown(3_900, 'JPY', 'en'), '¥3,900')
  assert.equal(shown(3_900, 'KWD', 'en'), 'KWD 3.900')
  assert.equal(shown(390_000, 'HUF', 'en'), 'HUF 3,900.00')
  assert.equal(shown(5, 'EUR', 'en'), '€0.05')
  assert.equal(shown(0, 'EUR', 'en'), '€0.00')
  assert.equal(shown(Number.MAX_SAFE_INTEGER, 'EUR', 'en'), '€90,071,992,547,409.91')
})

test('cards write money as the messages beside them, also for visitors from another country', () => {
  for (const locale of ['de-AT', 'de-CH', 'fr-CH', 'es-MX', 'en-GB', 'en'])
    assert.equal(amountText(123_450, 'EUR', { locale }), localAmount(123_450, 'EUR', locale.slice(0, 2)), locale)
})

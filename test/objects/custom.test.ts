import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../support/properties.ts'
import { type Api, startServer } from '../support/server.ts'

/** Pushes one object that is written as JSON already, and reads it back as text. */
async function pushText(api: Api, resource: string, object: string) {
  const { status, body } = await api.call('POST', `/${resource}`, { body: `{"data":[${object}]}` })
  const id = (JSON.parse(object) as { id: string }).id
  return { status, body, shown: (await api.call('GET', `/${resource}/${id}`)).text }
}

/** Where `custom` may stand, with an object that has it there. */
const places: [place: string, resource: string, object: (custom: string) => string][] = [
  ['customers', 'customers', (custom) => `{"id":"x","updatedAt":1,"custom":${custom}}`],
  ['products', 'products', (custom) => `{"id":"x","updatedAt":1,"custom":${custom}}`],
  ['orders', 'orders', (custom) => `{"id":"x","updatedAt":1,"custom":${custom}}`],
  ['shipments', 'shipments', (custom) => `{"id":"x","updatedAt":1,"custom":${custom}}`],
  ['tickets', 'tickets', (custom) => `{"id":"x","updatedAt":1,"custom":${custom}}`],
  [
    'variants',
    'products',
    (custom) => `{"id":"x","updatedAt":1,"variants":[{"id":"v"},{"id":"w","custom":${custom}}]}`,
  ],
  [
    'items',
    'orders',
    (custom) =>
      `{"id":"x","updatedAt":1,"items":[{"id":"l","title":"t","quantity":1,"unitPrice":1,"custom":${custom}}]}`,
  ],
  ['events', 'shipments', (custom) => `{"id":"x","updatedAt":1,"events":[{"occurredAt":1,"custom":${custom}}]}`],
]

const exact: [what: string, custom: string][] = [
  ['names that look like numbers, in their order', '{"b":1,"10":2,"9":3,"a":4,"0":5}'],
  ['nested names that look like numbers', '{"a":[{"2":1,"1":{"20":1,"3":2}}]}'],
  ['numbers past 2^53', '{"n":9007199254740993,"m":[-12345678901234567890]}'],
  ['numbers past a double', '{"n":1e400,"m":0.12345678901234567890123}'],
  ['__proto__ and constructor', '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"2":1,"1":2}'],
  ['__proto__ alone', '{"__proto__":{"polluted":true}}'],
  ['strings that look like JSON', '{"2":"\\"custom\\":{\\"9\\":1}","1":"}],{[ \\\\"}'],
  ['custom in custom', '{"custom":{"2":1,"1":{"custom":null}}}'],
  ['nothing', '{}'],
  ['null, empty and false', '{"a":null,"b":"","c":false,"d":[],"e":{}}'],
  ['any script', '{"ключ":"значение","🧣":"🧣"}'],
]

for (const [what, custom] of exact) {
  test(`custom keeps ${what} at any depth`, async (t) => {
    const api = await startServer(t)
    for (const [place, resource, object] of places) {
      const { status, shown } = await pushText(api, resource, object(custom))
      assert.equal(status, 200, place)
      assert.ok(shown.includes(`"custom":${custom}`), `${place}: ${shown}`)
      await api.call('DELETE', `/${resource}/x`)
    }
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  })
}

test('an update without custom keeps it exactly; an update with custom replaces all of it', async (t) => {
  const api = await startServer(t)
  const custom = '{"9":9007199254740993,"1":{"b":1,"2":2}}'
  await pushText(api, 'orders', `{"id":"x","updatedAt":1,"custom":${custom}}`)
  const kept = await pushText(api, 'orders', '{"id":"x","updatedAt":2,"number":"7"}')
  assert.ok(kept.shown.includes(`"custom":${custom}`))
  const replaced = await pushText(api, 'orders', '{"id":"x","updatedAt":3,"custom":{"z":1}}')
  assert.ok(replaced.shown.includes('"custom":{"z":1}'))
  assert.doesNotMatch(replaced.shown, /9007199254740993/)
})

const beside: [what: string, cleared: string, other: string][] = [
  ['a long tracking number', '{"id":"x","updatedAt":2,"custom":null,"trackingNumber":"9400111899223197428490"}', ''],
  [
    'a custom that is kept as text',
    '{"id":"x","updatedAt":2,"custom":null}',
    ',{"id":"y","updatedAt":1,"custom":{"2":1,"1":2}}',
  ],
  ['nothing of note', '{"id":"x","updatedAt":2,"custom":null}', ''],
]

for (const [what, cleared, other] of beside) {
  test(`null clears custom beside ${what}`, async (t) => {
    const api = await startServer(t)
    await pushText(api, 'shipments', '{"id":"x","updatedAt":1,"custom":{"a":1}}')
    const { status, body } = await api.call('POST', '/shipments', { body: `{"data":[${cleared}${other}]}` })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await api.call('GET', '/shipments/x')).body.custom, undefined)
  })
}

test('custom may be null beside a long number, at any depth', async (t) => {
  const api = await startServer(t)
  for (const [place, resource, object] of places) {
    const { status } = await pushText(
      api,
      resource,
      object('null').replace('"id"', '"tags":["12345678901234567"],"id"'),
    )
    assert.equal(status, 200, place)
  }
})

test('a variant may have an option that is called custom', async (t) => {
  const api = await startServer(t)
  for (const barcode of ['4006381333931', '12345678901234567']) {
    const variant = `{"id":"v","barcode":"${barcode}","options":{"custom":"yes"}}`
    const { status } = await pushText(api, 'products', `{"id":"${barcode}","updatedAt":1,"variants":[${variant}]}`)
    assert.equal(status, 200, barcode)
    const { body } = await api.call('GET', `/products/${barcode}`)
    assert.deepEqual(body.variants[0].options, { custom: 'yes' })
  }
})

const wrong: [custom: string, reason: RegExp][] = [
  ['[]', /must be an object/],
  ['"x"', /must be an object/],
  ['7', /must be an object/],
  ['true', /must be an object/],
  ['12345678901234567890', /must be an object/],
  ['[9007199254740993]', /must be an object/],
  ['{"a":"\\u0000"}', /NUL/],
  ['{"2":"\\u0000","1":9007199254740993}', /NUL/],
  ['{"a\\u0000":1}', /NUL/],
  ['{"a":["\\ud800"]}', /surrogate/],
  ['{"\\udc00":1,"2":1}', /surrogate/],
  [`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, /32 levels/],
  [`{"a":${'['.repeat(32)}${']'.repeat(32)}}`, /32 levels/],
  [`{"2":${'[{"1":'.repeat(16)}9007199254740993${'}]'.repeat(16)}}`, /32 levels/],
  [`{"a":"${'x'.repeat(32 * 1024 - 7)}"}`, /32 KiB/],
  [`{"a":"${'ü'.repeat(16 * 1024 - 3)}"}`, /32 KiB/],
  [`{"2":${'9'.repeat(32 * 1024)},"1":1}`, /32 KiB/],
]

for (const [custom, reason] of wrong) {
  test(`custom of ${custom.slice(0, 32)} is rejected at any depth: ${reason}`, async (t) => {
    const api = await startServer(t)
    for (const [place, resource, object] of places) {
      const { status, body, shown } = await pushText(api, resource, object(custom))
      assert.equal(status, 400, place)
      const [issue] = body.data.issues
      const [entry] = { variants: ['variants.1.'], items: ['items.0.'], events: ['events.0.'] }[place] ?? ['']
      assert.equal(issue.path.slice(0, entry ? 5 : 3).join('.'), `data.0.${entry}custom`)
      assert.match(issue.message, reason)
      assert.match(shown, /NOT_FOUND/)
    }
  })
}

const atTheEdge: [what: string, custom: string][] = [
  ['32 objects deep', `${'{"a":'.repeat(32)}1${'}'.repeat(32)}`],
  ['an object and 31 arrays deep', `{"a":${'['.repeat(31)}1${']'.repeat(31)}}`],
  ['32 KiB of ASCII', `{"a":"${'x'.repeat(32 * 1024 - 8)}"}`],
  ['32 KiB of two-byte characters', `{"a":"${'ü'.repeat(16 * 1024 - 4)}"}`],
  ['32 KiB of digits', `{"2":${'9'.repeat(32 * 1024 - 12)},"1":1}`],
]

for (const [what, custom] of atTheEdge) {
  test(`custom may be ${what}`, async (t) => {
    const api = await startServer(t)
    const { status, shown } = await pushText(api, 'orders', `{"id":"x","updatedAt":1,"custom":${custom}}`)
    assert.equal(status, 200)
    assert.ok(shown.includes(`"custom":${custom}`))
  })
}

test('any custom is read back unchanged after a push, in an update and in a list', async (t) => {
  const api = await startServer(t)
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' })
  // NUL is refused, and a single object could not hold the order of all names: both have tests of their own.
  const custom = fc
    .dictionary(fc.string({ unit: 'grapheme' }), value)
    .filter((made) => !JSON.stringify(made).includes('\\u0000'))
  let run = 0
  await fc.assert(
    fc.asyncProperty(custom, async (made) => {
      const id = `run${run++}`
      await api.push('orders', [{ id, updatedAt: 1, custom: made }])
      await api.push('orders', [{ id, updatedAt: 1_000 + run, number: 'later' }])
      const expected = JSON.parse(JSON.stringify(made))
      assert.deepEqual((await api.call('GET', `/orders/${id}`)).body.custom, expected)
      assert.deepEqual((await api.call('GET', '/orders?limit=1')).body.data[0].custom, expected)
    }),
    { numRuns: 60 },
  )
})

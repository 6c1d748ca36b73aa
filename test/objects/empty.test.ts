import assert from 'node:assert/strict'
import { test } from 'node:test'
import { article, customer, lineItem, message, order } from '../support/objects.ts'
import { fc } from '../support/properties.ts'
import { type Api, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { asIso, whole } from '../support/whole-objects.ts'

/*
 * Many shops send an empty string for a value that they do not have. In an optional e-mail, URL, time or country field it counts as
 * left out.
 */

type Schema = Record<string, unknown>
type Path = (string | number)[]

/** The fields of these kinds in the reference, such as `items[].url`: those that may be null and those that may not. */
async function fieldsWithoutEmpty(api: Api, resource: string): Promise<{ optional: string[]; required: string[] }> {
  const { body: spec } = await api.call('GET', '/spec.json')
  const resolved = (schema: Schema): Schema =>
    typeof schema.$ref === 'string' ? spec.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const found = { optional: [] as string[], required: [] as string[] }
  const walk = (given: Schema, name: string, isOptional: boolean): void => {
    const schema = resolved(given)
    const choices = (schema.anyOf ?? [schema]) as Schema[]
    const mayBeNull = isOptional || choices.some(({ type }) => type === 'null')
    const kind = ({ format, pattern }: Schema) =>
      ['email', 'uri', 'date-time'].includes(String(format)) || pattern === '^[A-Z]{2}$'
    if (choices.some(kind)) found[mayBeNull ? 'optional' : 'required'].push(name)
    for (const choice of choices.map(resolved)) {
      if (choice.anyOf) walk(choice, name, mayBeNull)
      if (choice.items) walk(choice.items as Schema, `${name}[]`, false)
      for (const [key, property] of Object.entries((choice.properties ?? {}) as Record<string, Schema>))
        walk(property, name === '' ? key : `${name}.${key}`, false)
    }
  }
  const { schema } = spec.paths[`/${resource}`].post.requestBody.content['application/json']
  walk((resolved((resolved(schema).properties as { data: Schema }).data).items ?? {}) as Schema, '', false)
  return found
}

/** The paths of a field in an object: one for each entry of the lists that lead to it. */
function pathsOf(value: unknown, [step, ...rest]: string[], path: Path = []): Path[] {
  if (step === undefined) return [path]
  if (step === '[]') return (value as unknown[]).flatMap((entry, index) => pathsOf(entry, rest, [...path, index]))
  const inner = (value as Record<string, unknown> | undefined)?.[step]
  return inner === undefined ? [] : pathsOf(inner, rest, [...path, step])
}

const stepsOf = (name: string) => name.replaceAll('[]', '.[]').split('.')

/** A copy with '' at these paths, and a copy without these fields. */
function emptied(object: object, paths: Path[]): { empty: Schema; without: Schema } {
  const [empty, without] = [structuredClone(object) as Schema, structuredClone(object) as Schema]
  const holder = (of: Schema, path: Path) => path.slice(0, -1).reduce((at, step) => at[step] as Schema, of as Schema)
  for (const path of paths) {
    const last = path.at(-1) as string
    holder(empty, path)[last] = ''
    delete holder(without, path)[last]
  }
  return { empty, without }
}

const named = (path: Path) =>
  path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .slice(1)

const fieldCounts: [resource: string, optional: number, required: number][] = [
  ['customers', 3, 1],
  ['products', 5, 1],
  ['orders', 10, 1],
  ['shipments', 7, 2],
  ['tickets', 5, 3],
  ['articles', 1, 1],
]

for (const [resource, optionals, requireds] of fieldCounts) {
  test(`empty optional fields of ${resource} count as left out, at every depth`, async (t) => {
    const api = await startServer(t)
    const object = whole[resource]?.(asIso) as Schema
    const { optional, required } = await fieldsWithoutEmpty(api, resource)
    assert.deepEqual([optional.length, required.length], [optionals, requireds], `${optional} ${required}`)
    const paths = optional.flatMap((name) => pathsOf(object, stepsOf(name)))
    assert.ok(paths.length >= optional.length)
    await fc.assert(
      fc.asyncProperty(fc.subarray(paths, { minLength: 1 }), async (chosen) => {
        const { empty, without } = emptied(object, chosen)
        const { results } = await api.push(resource, [empty])
        assert.deepEqual(new Set(results[0]?.ignored), new Set(chosen.map(named)))
        const { body } = await api.call('GET', `/${resource}/${object.id}`)
        assert.deepEqual(body, without)
        const strict = await api.call('POST', `/${resource}?strict=true`, { json: { data: [empty] } })
        assert.equal(strict.status, 400)
        const issues = strict.body.data.issues as { path: Path; message: string }[]
        assert.deepEqual(new Set(issues.map(({ path }) => path.join('.'))), pathSet(chosen))
        for (const { message } of issues) assert.equal(message, 'is empty: leave it out, or send null to clear it')
        assert.equal((await api.call('DELETE', `/${resource}/${object.id}`)).status, 204)
      }),
      { numRuns: 40 },
    )
    for (const path of required.flatMap((name) => pathsOf(object, stepsOf(name)))) {
      const { status, body } = await api.call('POST', `/${resource}`, {
        json: { data: [emptied(object, [path]).empty] },
      })
      assert.equal(status, 400, path.join('.'))
      assert.deepEqual(
        body.data.issues.map((issue: { path: Path }) => issue.path),
        [['data', 0, ...path]],
      )
    }
  })
}

const pathSet = (paths: Path[]) => new Set(paths.map((path) => ['data', 0, ...path].join('.')))

test('an update with an empty field keeps the stored value, and null clears it', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ email: 'ada@example.com', placedAt: '2026-02-01T00:00:00Z', updatedAt: 1 })])
  const { results } = await api.push('orders', [order({ email: '', placedAt: '', updatedAt: 2 })])
  assert.deepEqual(results, [{ id: 'o1', status: 'updated', ignored: ['email', 'placedAt'] }])
  const { body } = await api.call('GET', '/orders/o1')
  assert.deepEqual([body.email, body.placedAt], ['ada@example.com', '2026-02-01T00:00:00.000Z'])
  assert.equal((await api.call('GET', '/orders?email=ada@example.com')).body.data.length, 1)
  await api.push('orders', [order({ email: null, updatedAt: 3 })])
  assert.equal((await api.call('GET', '/orders/o1')).body.email, undefined)
})

test('empty texts of other kinds are stored or rejected as before', async (t) => {
  const api = await startServer(t)
  const object = order({ number: '', phone: '', note: '', items: [lineItem({ title: '', sku: '' })] })
  assert.deepEqual((await api.push('orders', [object])).results, [{ id: 'o1', status: 'created' }])
  assert.deepEqual((await api.call('GET', '/orders/o1')).body, { ...object, updatedAt: '2026-03-01T09:00:00.000Z' })
  for (const fields of [{ currency: '' }, { customerId: '' }, { status: '' }, { email: ' ' }])
    assert.equal((await api.call('POST', '/orders', { json: { data: [order(fields)] } })).status, 400)
})

test('an empty field is named beside unknown ones, once for all entries of a list', async (t) => {
  const api = await startServer(t)
  const items = [lineItem({ url: '', colour: 'red' }), lineItem({ id: 'l2', url: '' })]
  const { results } = await api.push('orders', [order({ email: '', size: 'M', items })])
  assert.deepEqual(results[0]?.ignored, ['email', 'size', 'items[].url', 'items[].colour'])
})

test('a bulk call takes empty fields as left out, also if another thread checks it', async (t) => {
  const api = await startServer(t)
  const data = Array.from({ length: 500 }, (_, index) =>
    customer({ id: `c${index}`, email: '', createdAt: '', note: 'n'.repeat(500), addresses: [{ country: '' }] }),
  )
  const { status, body } = await api.call('POST', '/customers/bulk', { json: { data } })
  assert.equal(status, 202)
  await until(async () => (await api.call('GET', `/batches/${body.batchId}`)).body.status === 'done')
  const { body: stored } = await api.call('GET', '/customers/c499')
  assert.deepEqual([stored.email, stored.createdAt, stored.addresses], [undefined, undefined, [{}]])
  assert.equal((await api.call('POST', '/customers/bulk?strict=true', { json: { data } })).status, 400)
})

test('a call whose objects have many empty fields names them within its bounds', async (t) => {
  const api = await startServer(t)
  const messages = Array.from({ length: 2_000 }, (_, index) =>
    message({ id: `m${index}`, author: { type: 'bot', email: '' } }),
  )
  const { body } = await api.call('POST', '/tickets', { json: { data: [{ id: 't1', updatedAt: 1, messages }] } })
  assert.deepEqual(body.results, [{ id: 't1', status: 'created', ignored: ['messages[].author.email'] }])
  const strict = await api.call('POST', '/articles?strict=true', { json: { data: [article({ url: '' })] } })
  assert.equal(strict.body.data.issues.length, 1)
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { batchOf, nextUnread } from '../../src/changes/places.ts'
import { silentLog } from '../../src/lib/log.ts'
import { systemClock } from '../../src/lib/time.ts'
import { addAgentTag } from '../../src/objects/agent-tags.ts'
import { eraseObject } from '../../src/objects/erase.ts'
import { filtersReader } from '../../src/objects/filters-reader.ts'
import { type ListSort, listSorts } from '../../src/objects/find/by-filter.ts'
import type { FilterValues } from '../../src/objects/find/filter.ts'
import { type ListQuery, listObjects } from '../../src/objects/find/read.ts'
import { noteCreated, PART_OBJECTS } from '../../src/objects/parts.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push as pushObjects } from '../../src/objects/push.ts'
import type { PushedObject, Resource } from '../../src/objects/resource.ts'
import { resources } from '../../src/objects/resources.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { owner, tempFolder } from '../support/server.ts'

type Fields = Record<string, unknown>

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g"\\', '\u0007é🧶']
const emails = ['ada@example.com', 'Ada@Example.com', 'bob@example.com', 'ÄDA@example.com']
const numbers = ['#1001', '1001', '# 10 01', 'EU-7', 'eu-7', '#', '1002']
const texts = ['c1', 'c2', 'C1']
const times = [5, 15, 25]
const some = <T>(...values: T[]) => fc.option(fc.constantFrom<T | null>(...values, null), { nil: undefined })

/** For each type: fields that pushes carry, questions, and what the answer is by the plainest of rules. */
const types: Record<string, { fields: Record<string, fc.Arbitrary<unknown>>; asked: Record<string, unknown[]> }> = {
  orders: {
    fields: {
      customerId: some(...texts),
      email: some(...emails),
      number: some(...numbers),
      status: some('pending', 'shipped'),
      placedAt: some(...times),
    },
    asked: {
      customerId: texts,
      email: emails,
      number: numbers.filter((number) => number !== '#'),
      status: ['pending', 'shipped', 'returned'],
      placedSince: [5, 6, 15, 26],
    },
  },
  customers: {
    fields: {
      email: some(...emails),
      phone: some('+43 1 234', '0043/1234', '(1) 234', '1234', 'none'),
      tags: fc.option(fc.option(fc.uniqueArray(fc.constantFrom('vip', 'new', 'VIP'))), { nil: undefined }),
    },
    asked: { email: emails, phone: ['+431234', '0043 1234', '1 234'], tag: ['vip', 'new', 'VIP', 'angry'] },
  },
  shipments: {
    fields: {
      orderId: some(...texts),
      trackingNumber: some('AB 12', 'ab12', 'AB13'),
      status: some('lost', 'delayed'),
    },
    asked: { orderId: texts, trackingNumber: ['ab12', 'A B13'], status: ['lost', 'delayed'] },
  },
  products: {
    fields: {
      status: some('active', 'draft'),
      variants: fc.option(
        fc.option(fc.array(fc.record({ id: fc.constant('v'), sku: some('S1', 'S2', 's1') }), { maxLength: 3 })),
        { nil: undefined },
      ),
    },
    asked: { sku: ['S1', 'S2', 's1'], status: ['active', 'archived'] },
  },
  tickets: {
    fields: { customerId: some(...texts), email: some(...emails), status: some('open', 'solved') },
    asked: { customerId: texts, email: emails, status: ['open', 'closed'] },
  },
  articles: {
    fields: { topic: some('returns', 'shipping'), status: some('published', 'draft') },
    asked: { topic: ['returns', 'payment'], status: ['published', 'draft'] },
  },
}

const plainNumber = (text: unknown) =>
  String(text ?? '')
    .split('')
    .filter((sign) => sign !== '#' && sign !== ' ')
    .join('')
    .toLowerCase()
const plainPhone = (text: unknown) => {
  const digits = String(text ?? '').replaceAll(/[^0-9]/g, '')
  if (String(text).startsWith('+')) return `+${digits}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}
const lower = (text: unknown) => String(text ?? '').toLowerCase()

const rules: Record<string, (fields: Fields, asked: unknown, agentTags: string[]) => boolean> = {
  email: ({ email }, asked) => lower(email) === lower(asked),
  number: ({ number }, asked) => plainNumber(number) === plainNumber(asked),
  trackingNumber: ({ trackingNumber }, asked) => plainNumber(trackingNumber) === plainNumber(asked),
  phone: ({ phone }, asked) => plainPhone(phone) === plainPhone(asked),
  placedSince: ({ placedAt }, asked) => typeof placedAt === 'number' && placedAt >= (asked as number),
  tag: ({ tags }, asked, agentTags) =>
    [...((tags as string[] | undefined) ?? []), ...agentTags].includes(String(asked)),
  sku: ({ variants }, asked) => ((variants as { sku?: string }[] | undefined) ?? []).some(({ sku }) => sku === asked),
}

type Step =
  | { do: 'push'; where: number; objects: (Fields & { id: string; updatedAt: number })[] }
  | { do: 'erase'; where: number; id: string }
  | { do: 'tag'; where: number; id: string; tag: string }
  | { do: 'fill part'; where: number }
  | { do: 'add values' }
  | { do: 'ask'; where: number; filters: Fields; updatedSince: number | undefined; limit: number; sort: ListSort }

function stepsOf(name: string): fc.Arbitrary<Step[]> {
  const { fields, asked } = types[name] as (typeof types)[string]
  const where = fc.constantFrom(0, 1)
  const id = fc.constantFrom(...ids)
  const object = fc
    .tuple(fc.record({ id, updatedAt: fc.integer({ min: 1, max: 30 }) }), fc.record(fields))
    .map(([identity, rest]) => {
      const sent = Object.entries(rest).filter(([, value]) => value !== undefined)
      return { ...identity, ...Object.fromEntries(sent) }
    })
  const filters = fc.record(
    Object.fromEntries(Object.entries(asked).map(([filter, values]) => [filter, fc.constantFrom(...values)])),
    { requiredKeys: [] },
  )
  const push: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('push' as const),
    where,
    objects: fc.array(object, { minLength: 1, maxLength: 6 }),
  })
  const ask: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('ask' as const),
    where,
    filters,
    updatedSince: fc.option(fc.integer({ min: 0, max: 31 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 4 }),
    sort: fc.constantFrom(...listSorts),
  })
  return fc.array(
    fc.oneof(
      { weight: 5, arbitrary: push },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), where, id }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('fill part' as const), where }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('add values' as const) }) },
      {
        weight: name === 'customers' ? 1 : 0,
        arbitrary: fc.record({
          do: fc.constant('tag' as const),
          where,
          id,
          tag: fc.constantFrom('vip', 'angry'),
        }),
      },
      { weight: 5, arbitrary: ask },
    ),
    { maxLength: 25 },
  )
}

/** What a workspace has, in the plainest form. */
class Model {
  objects = new Map<string, Fields & { updatedAt: number }>()
  agentTags = new Map<string, string[]>()

  push({ id, updatedAt, ...fields }: Fields & { id: string; updatedAt: number }): void {
    const stored = this.objects.get(id)
    if (stored && updatedAt <= stored.updatedAt) return
    const next: Fields & { updatedAt: number } = { ...stored, ...structuredClone(fields), updatedAt }
    for (const [name, value] of Object.entries(next)) if (value === null) delete next[name]
    this.objects.set(id, next)
  }

  ask(filters: Fields, updatedSince = 0, sort: ListSort = 'newest'): string[] {
    const newestFirst = [...this.objects]
      .filter(([, { updatedAt }]) => updatedAt >= updatedSince)
      .filter(([id, fields]) =>
        Object.entries(filters).every(([name, value]) =>
          (rules[name] ?? ((own) => own[name] === value))(fields, value, this.agentTags.get(id) ?? []),
        ),
      )
      .sort(([a, x], [b, y]) => y.updatedAt - x.updatedAt || (a < b ? 1 : -1))
      .map(([id]) => id)
    return sort === 'newest' ? newestFirst : newestFirst.toReversed()
  }
}

async function allPages(
  store: Store,
  resource: Resource,
  workspaceId: string,
  query: Omit<ListQuery, 'cursor'>,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await listObjects(store.read, resource, workspaceId, { ...query, cursor })
    assert.ok(page.data.length <= query.limit)
    found.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
    await between()
  } while (cursor !== undefined)
  return found
}

const pushTo = (store: Store, resource: Resource, workspaceId: string, objects: PushedObject[]) =>
  store.write((tx) =>
    pushObjects(
      tx,
      { resource, workspaceId, hooks },
      objects.map((object) => prepare(resource, structuredClone(object))),
      1,
    ),
  )

/** What the reader does with all values that wait in a workspace. */
async function addValues(store: Store, workspaceId: string): Promise<void> {
  const unread = await nextUnread(store.read, filtersReader, workspaceId)
  if (!unread) return
  assert.equal(unread.isCut, false)
  const reading = filtersReader.start({ store, clock: systemClock, log: silentLog })
  await reading.do(batchOf(filtersReader, workspaceId, unread), new AbortController().signal)
  assert.equal(await nextUnread(store.read, filtersReader, workspaceId), undefined)
}

const eraseFrom = (store: Store, resource: Resource, workspaceId: string, id: string) =>
  store
    .write((tx) => eraseObject(tx, { resource, hooks }, { workspaceId, actor: owner, id }, 0))
    .catch((error: Error) => assert.match(error.message, /no .* with this id/))

let workspaces = 0
const newWorkspace = async (store: Store) =>
  (await store.write((tx) => createWorkspace(tx, owner, { name: `w${workspaces++}`, plan: 'scale', test: false }, 0)))
    .id

for (const resource of resources) {
  const { name } = resource
  test(`filters of ${name} find what a model finds, whatever was pushed, cleared, tagged and erased`, async (t) => {
    const store = await openStore(join(await tempFolder(t), 'filters.db'), { create: true, disposable: true })
    t.after(() => store.close())
    const property = fc.asyncProperty(stepsOf(name), async (steps) => {
      const places = [await newWorkspace(store), await newWorkspace(store)]
      const models = [new Model(), new Model()]
      for (const step of steps) {
        if (step.do === 'add values') {
          for (const workspaceId of places) await addValues(store, workspaceId)
          continue
        }
        const [workspaceId = '', model = new Model()] = [places[step.where], models[step.where]]
        if (step.do === 'push') {
          await pushTo(store, resource, workspaceId, step.objects)
          for (const object of step.objects) model.push(object)
        } else if (step.do === 'erase') {
          await eraseFrom(store, resource, workspaceId, step.id)
          model.objects.delete(step.id)
          model.agentTags.delete(step.id)
        } else if (step.do === 'tag') {
          await store.write((tx) => addAgentTag(tx, { workspaceId, customerId: step.id, tag: step.tag, agent: 'x' }, 0))
          model.agentTags.set(step.id, [...(model.agentTags.get(step.id) ?? []), step.tag])
        } else if (step.do === 'fill part') {
          // As if so many objects had been pushed: later ones go to the next part.
          for (let count = 0; count < PART_OBJECTS; count++) noteCreated(resource, workspaceId)
        } else {
          const { filters, updatedSince, limit, sort } = step
          const query = { filters: filters as FilterValues, updatedSince, limit, sort }
          assert.deepEqual(await allPages(store, resource, workspaceId, query), model.ask(filters, updatedSince, sort))
        }
      }
      for (const [index, workspaceId] of places.entries())
        for (const id of models[index]?.objects.keys() ?? []) await eraseFrom(store, resource, workspaceId, id)
      const kept = await store.read.all(`SELECT data FROM changes WHERE data ->> '$.values' <> '{}'`)
      assert.deepEqual(kept, [], 'values of erased objects are left')
      for (const workspaceId of places) await addValues(store, workspaceId)
      assert.deepEqual(await store.read.all('SELECT * FROM filter_entries'), [], 'entries of erased objects are left')
    })
    await fc.assert(property, { numRuns: 60 })
  })
}

test('while objects are pushed, pages neither miss nor repeat those that stay as they are', async (t) => {
  const store = await openStore(join(await tempFolder(t), 'filters.db'), { create: true, disposable: true })
  t.after(() => store.close())
  const [orders] = resources.filter(({ name }) => name === 'orders')
  assert.ok(orders)
  const change = fc.record({
    id: fc.constantFrom(...Array.from({ length: 40 }, (_, index) => `o${index}`)),
    email: fc.constantFrom('ada@example.com', 'bob@example.com'),
  })
  const filters = fc.constantFrom({}, { email: 'ada@example.com' }, { status: 'shipped' }, { placedSince: 3 })
  const property = fc.asyncProperty(
    filters,
    fc.constantFrom(...listSorts),
    fc.integer({ min: 1, max: 7 }),
    fc.array(change, { maxLength: 12 }),
    async (asked, sort, limit, changes) => {
      const workspaceId = await newWorkspace(store)
      const object = (id: string, updatedAt: number, email: string) => ({
        id,
        updatedAt,
        email,
        status: 'shipped',
        placedAt: updatedAt % 5,
      })
      const first = Array.from({ length: 30 }, (_, index) => object(`o${index}`, 1 + (index % 9), 'ada@example.com'))
      await pushTo(store, orders, workspaceId, first)
      const expected = await allPages(store, orders, workspaceId, { filters: asked, sort, limit: 100 })
      const touched = new Set<string>()
      let time = 1_000
      const found = await allPages(store, orders, workspaceId, { filters: asked, sort, limit }, async () => {
        const next = changes[touched.size]
        if (!next || touched.has(next.id)) return
        touched.add(next.id)
        await pushTo(store, orders, workspaceId, [object(next.id, time++, next.email)])
      })
      const seen = found.filter((id) => !touched.has(id))
      // With the oldest change first, what changes meanwhile comes again at the end, where it now is.
      const once = sort === 'newest' ? found : seen
      assert.equal(new Set(once).size, once.length, 'an object came twice')
      assert.deepEqual(
        seen,
        expected.filter((id) => !touched.has(id)),
      )
    },
  )
  await fc.assert(property, { numRuns: 60 })
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { batchOf, nextUnread } from '../../src/changes/places.ts'
import { silentLog } from '../../src/lib/log.ts'
import { systemClock } from '../../src/lib/time.ts'
import { addAgentTag } from '../../src/objects/agent-tags.ts'
import { eraseObject } from '../../src/objects/erase.ts'
import { listObjects } from '../../src/objects/find/read.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push as pushObjects } from '../../src/objects/push.ts'
import type { PushedObject, Resource } from '../../src/objects/resource.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { orders } from '../../src/objects/types/order.ts'
import { compileRule } from '../../src/segments/compile.ts'
import { factsJobHandler, isKept } from '../../src/segments/count-job.ts'
import { countNow, factsReader } from '../../src/segments/facts-reader.ts'
import { findMembers, listMembers } from '../../src/segments/members.ts'
import { type Rule, type RulePart, readRule } from '../../src/segments/rule.ts'
import { createSegment, deleteSegment } from '../../src/segments/segments.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { owner, tempFolder } from '../support/server.ts'
import { anyCustomer, anyOrder, anyRule, fits, type ModelCustomer, type ModelOrder, NOW, START, tags } from './rules.ts'

const customerIds = ['a', 'b', 'B', 'c']
const orderIds = ['o1', 'o2', 'o3', 'o4', 'o5']

type Step =
  | { do: 'customer'; id: string; fields: Fc<typeof anyCustomer> }
  | { do: 'order'; id: string; fields: Fc<typeof anyOrder> }
  | { do: 'erase'; resource: Resource; id: string }
  | { do: 'tag'; id: string; tag: string }
  | { do: 'count' }
  | { do: 'ask'; rule: Rule; limit: number }
type Fc<T> = T extends fc.Arbitrary<infer V> ? V : never

const where = fc.constantFrom(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('customer' as const),
      id: fc.constantFrom(...customerIds),
      fields: anyCustomer,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('order' as const), id: fc.constantFrom(...orderIds), fields: anyOrder }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({
        do: fc.constant('erase' as const),
        resource: fc.constant(customers),
        id: fc.constantFrom(...customerIds),
      }),
      fc.record({ do: fc.constant('erase' as const), resource: fc.constant(orders), id: fc.constantFrom(...orderIds) }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('tag' as const),
      id: fc.constantFrom(...customerIds),
      tag: fc.constantFrom(...tags),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('count' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('ask' as const), rule: anyRule, limit: fc.integer({ min: 1, max: 3 }) }),
  },
)

/** What a workspace has, in the plainest form. */
class Model {
  customers = new Map<string, ModelCustomer>()
  orders = new Map<string, ModelOrder>()

  ask(rule: Rule): string[] {
    return [...this.customers]
      .filter(([id, customer]) =>
        fits(
          rule,
          customer,
          [...this.orders.values()].filter(({ customerId }) => customerId === id),
        ),
      )
      .map(([id]) => id)
      .sort()
  }
}

let time = 1

async function push(store: Store, workspaceId: string, resource: Resource, id: string, fields: object): Promise<void> {
  const object = { id, updatedAt: time++, ...fields } as PushedObject
  await store.write((tx) => pushObjects(tx, { resource, workspaceId, hooks }, [prepare(resource, object)], START))
}

const known = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
/** What a push clears that it does not carry, so that the stored object is what was pushed last. */
const cleared = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]))
const CUSTOMER_FIELDS = ['tags', 'totalSpent', 'totalSpentCurrency', 'ordersCount', 'marketingConsent', 'addresses']
const ORDER_FIELDS = ['customerId', 'status', 'cancelledAt', 'currency', 'total', 'refundedTotal', 'placedAt']

async function apply(
  store: Store,
  workspaceId: string,
  model: Model,
  one: Exclude<Step, { do: 'ask' }>,
): Promise<void> {
  if (one.do === 'customer') {
    const { spent, ...rest } = one.fields
    const fields = known({ ...rest, totalSpent: spent?.[0], totalSpentCurrency: spent?.[1] })
    await push(store, workspaceId, customers, one.id, structuredClone({ ...cleared(CUSTOMER_FIELDS), ...fields }))
    const agentTags = model.customers.get(one.id)?.agentTags ?? []
    model.customers.set(one.id, { tags: [], ...fields, agentTags })
  } else if (one.do === 'order') {
    const fields = known(one.fields)
    await push(store, workspaceId, orders, one.id, structuredClone({ ...cleared(ORDER_FIELDS), ...fields }))
    model.orders.set(one.id, fields)
  } else if (one.do === 'erase') {
    const erased = { workspaceId, actor: owner, id: one.id }
    await store
      .write((tx) => eraseObject(tx, { resource: one.resource, hooks }, erased, START))
      .catch((error: Error) => assert.match(error.message, /no .* with this id/))
    if (one.resource === customers) model.customers.delete(one.id)
    else model.orders.delete(one.id)
  } else if (one.do === 'tag') {
    const customer = model.customers.get(one.id)
    if (!customer || customer.agentTags.includes(one.tag)) return
    await store.write((tx) => addAgentTag(tx, { workspaceId, customerId: one.id, tag: one.tag, agent: 'x' }, START))
    customer.agentTags.push(one.tag)
  } else await runJob(store, workspaceId)
}

/** What the server does until nothing is left to count. */
async function runJob(store: Store, workspaceId: string): Promise<void> {
  await runStored(store, workspaceId)
  const reading = factsReader.start({ store, clock: systemClock, log: silentLog })
  for (;;) {
    const unread = await nextUnread(store.read, factsReader, workspaceId)
    if (!unread || !(await isKept(store.read, workspaceId))) return
    await reading.do(batchOf(factsReader, workspaceId, unread), new AbortController().signal)
  }
}

const runStored = (store: Store, workspaceId: string) =>
  factsJobHandler(store).run(
    { subject: workspaceId } as Parameters<ReturnType<typeof factsJobHandler>['run']>[0],
    async (ending) => {
      await store.write((tx) => ending(tx, START))
    },
    new AbortController().signal,
  )

let names = 0
const newWorkspace = async (store: Store) =>
  (await store.write((tx) => createWorkspace(tx, owner, { name: `w${names++}`, plan: 'scale', test: false }, START))).id
const newSegment = (store: Store, workspaceId: string, rule: Rule) =>
  store.write((tx) => createSegment(tx, { workspaceId, actor: owner, name: `s${names++}`, rule }, START))

async function membersOf(store: Store, workspaceId: string, id: string, limit: number): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await listMembers(store, { workspaceId, id, limit, cursor }, NOW)
    assert.equal(page.incomplete, false)
    assert.ok(page.data.length <= limit)
    found.push(...page.data.map((customer) => customer.id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

async function filtered(store: Store, workspaceId: string, segment: string): Promise<string[]> {
  const filters = { segment }
  const tests = await hooks.testsOf(store, workspaceId, filters, NOW)
  const { data } = await listObjects(store.read, customers, workspaceId, { limit: 100, filters, tests })
  return data.map(({ id }) => id).sort()
}

const newStore = async (t: Parameters<typeof tempFolder>[0]) => {
  const store = await openStore(join(await tempFolder(t), 'segments.db'), { create: true, disposable: true })
  t.after(() => store.close())
  return store
}

test('a segment has the customers that a model has, whatever was pushed, moved, tagged and erased', async (t) => {
  const store = await newStore(t)
  const steps = fc.array(fc.tuple(where, step), { minLength: 20, maxLength: 40 })
  const property = fc.asyncProperty(steps, fc.integer({ min: 0, max: 20 }), async (all, firstSegment) => {
    const places = [await newWorkspace(store), await newWorkspace(store)]
    const models = [new Model(), new Model()]
    for (const [index, [at, one]] of all.entries()) {
      const [workspaceId = '', model = new Model()] = [places[at], models[at]]
      if (one.do !== 'ask') await apply(store, workspaceId, model, one)
      // The first segment comes at any time: what was stored before is counted then.
      else if (index >= firstSegment) {
        const { id } = await newSegment(store, workspaceId, one.rule)
        await runJob(store, workspaceId)
        assert.deepEqual(await membersOf(store, workspaceId, id, one.limit), model.ask(one.rule))
        assert.deepEqual(await filtered(store, workspaceId, id), model.ask(one.rule))
        await store.write((tx) => deleteSegment(tx, { workspaceId, actor: owner, id }, START))
      }
    }
  })
  await fc.assert(property, { numRuns: 20 })
})

test('a rule selects the customers that a model selects, among customers and orders of all kinds', async (t) => {
  const store = await newStore(t)
  const entry = <T>(fields: fc.Arbitrary<T>, ids: string[]) =>
    fc.array(fc.tuple(where, fc.constantFrom(...ids), fields), { minLength: 20, maxLength: 30 })
  const property = fc.asyncProperty(
    entry(anyCustomer, customerIds),
    entry(anyOrder, [...orderIds, 'o6', 'o7', 'o8', 'o9']),
    fc.array(fc.tuple(where, fc.constantFrom(...customerIds), fc.constantFrom(...tags)), { minLength: 4 }),
    fc.array(anyRule, { minLength: 40, maxLength: 40 }),
    async (people, bought, tagged, rules) => {
      const places = [await newWorkspace(store), await newWorkspace(store)]
      const models = [new Model(), new Model()]
      const steps: [number, Exclude<Step, { do: 'ask' }>][] = [
        ...people.map(([at, id, fields]): (typeof steps)[number] => [at, { do: 'customer', id, fields }]),
        ...bought.map(([at, id, fields]): (typeof steps)[number] => [at, { do: 'order', id, fields }]),
        ...tagged.map(([at, id, tag]): (typeof steps)[number] => [at, { do: 'tag', id, tag }]),
      ]
      for (const [at, one] of steps) await apply(store, places[at] ?? '', models[at] ?? new Model(), one)
      for (const [at, workspaceId] of places.entries()) {
        await newSegment(store, workspaceId, { any: [{ field: 'ordersCount', op: '>', value: 0 }] })
        await runJob(store, workspaceId)
        for (const rule of rules) {
          const asked = { workspaceId, test: compileRule(rule, workspaceId, NOW), after: '', most: 100 }
          assert.deepEqual((await findMembers(store, asked)).ids, models[at]?.ask(rule), JSON.stringify(rule))
        }
      }
    },
  )
  await fc.assert(property, { numRuns: 25 })
})

test('after any order of pushes, erasures and counts, the facts equal those counted from nothing', async (t) => {
  const store = await newStore(t)
  const facts = async (workspaceId: string) => [
    await store.read.all('SELECT * FROM customer_facts WHERE workspace_id = ?', workspaceId),
    await store.read.all('SELECT * FROM customer_spend WHERE workspace_id = ?', workspaceId),
  ]
  const property = fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async (steps) => {
    const workspaceId = await newWorkspace(store)
    const model = new Model()
    await newSegment(store, workspaceId, { all: [{ field: 'ordersCount', op: '>', value: 0 }] })
    for (const one of steps) if (one.do !== 'ask') await apply(store, workspaceId, model, one)
    await runJob(store, workspaceId)
    const kept = await facts(workspaceId)
    for (const table of ['customer_facts', 'customer_spend'])
      await store.write((tx) => tx.run(`DELETE FROM ${table} WHERE workspace_id = ?`, workspaceId))
    await store.write((tx) => tx.run(`UPDATE fact_counts SET counted_to = '' WHERE workspace_id = ?`, workspaceId))
    await runJob(store, workspaceId)
    assert.deepEqual(kept, await facts(workspaceId))
    assert.equal(kept[0]?.length, model.customers.size)
    assert.equal(await countNow(store, workspaceId), true)
  })
  await fc.assert(property, { numRuns: 30 })
})

test('whatever is pushed, erased and counted while customers are counted, the facts equal those counted from nothing', async (t) => {
  const store = await newStore(t)
  const facts = async (workspaceId: string) =>
    store.read.all('SELECT * FROM customer_facts WHERE workspace_id = ? ORDER BY customer_id', workspaceId)
  const some = fc.array(step, { minLength: 8, maxLength: 12 })
  const property = fc.asyncProperty(some, some, async (before, meanwhile) => {
    const workspaceId = await newWorkspace(store)
    const model = new Model()
    await newSegment(store, workspaceId, { all: [{ field: 'ordersCount', op: '>', value: 0 }] })
    await runJob(store, workspaceId)
    const act = async (one: Step) => {
      if (one.do === 'count') await countNow(store, workspaceId)
      else if (one.do !== 'ask') await apply(store, workspaceId, model, one)
    }
    for (const one of before) await act(one)
    const waiting = [...meanwhile]
    // After the job has read, and before it writes.
    const disturbed: Store = {
      ...store,
      writeInBackground: async (work) => {
        for (const one of waiting.splice(0, 3)) await act(one)
        return store.writeInBackground(work)
      },
    }
    await runJob(disturbed, workspaceId)
    await runJob(store, workspaceId)
    const kept = await facts(workspaceId)
    await store.write((tx) => tx.run(`UPDATE fact_counts SET counted_to = '' WHERE workspace_id = ?`, workspaceId))
    await runJob(store, workspaceId)
    assert.deepEqual(kept, await facts(workspaceId))
    assert.equal(kept.length, model.customers.size)
  })
  await fc.assert(property, { numRuns: 40 })
})

/** The same rule with other values. */
function withOtherValues(rule: Rule): Rule {
  const other = (part: RulePart): RulePart => {
    if (!('field' in part)) return withOtherValues(part)
    const value = Array.isArray(part.value) ? part.value.map(() => "x') OR 1=1 --") : "x') OR 1=1 --"
    return { ...part, value, ...(part.currency === undefined ? {} : { currency: "E'" }) }
  }
  return Object.fromEntries(Object.entries(rule).map(([kind, parts]) => [kind, parts.map(other)])) as unknown as Rule
}

test('no value of a rule becomes SQL: rules that differ only in values have the same SQL', () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      // Random objects have no prototype.
      assert.deepEqual(readRule(rule), structuredClone(rule))
      const { text, values } = compileRule(rule, 'org_x', NOW)
      const other = compileRule(withOtherValues(rule), "y') OR 1=1 --", 0)
      assert.equal(other.text, text)
      assert.equal(other.values.length, values.length)
      assert.equal(text.split('?').length - 1, values.length)
    }),
    { numRuns: 500 },
  )
})

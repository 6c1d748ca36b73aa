import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { DELIVER_JOB } from '../../src/events/deliveries.ts'
import { joinFeatures } from '../../src/http/feature.ts'
import { enqueue } from '../../src/jobs/jobs.ts'
import { MAIL_JOB } from '../../src/mail/queue.ts'
import { features, type Needed } from '../../src/serve/features.ts'
import { customer, order, product } from '../support/objects.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/*
 * A feature that is not in the list leaves nothing behind, and the rest does not need it.
 */

type Name = keyof typeof features
type Required = 'calls' | 'objects' | 'requestLog' | 'workspaces'
type Optional = Exclude<Name, Required>

const has = async (api: Api, method: string, path: string): Promise<boolean> =>
  !/nothing at this address/.test((await api.call(method, path)).text)

/** Whether a server has what an optional feature is for. @param isExpected waits for background work */
const served: Record<Optional, (api: Api, isExpected: boolean, left: Optional) => Promise<boolean>> = {
  search: async ({ store }, isExpected) => {
    const isIndexed = async () => (await store.read.get('SELECT 1 FROM search_rows')) !== undefined
    if (isExpected) await until(isIndexed)
    return isIndexed()
  },
  lookup: (api) => has(api, 'GET', '/search?text=scarf'),
  segments: async (api) => {
    const { status } = await api.call('GET', '/customers?segment=unknown')
    const has = (await api.call('GET', '/segments')).status === 200
    // A filter that nobody decides must not find everybody.
    assert.equal(status, has ? 404 : 400)
    return has
  },
  refunds: (api) => has(api, 'POST', '/actions/unknown/status'),
  assistant: async (api, isExpected, left) => {
    // Customers write to it in the chat window.
    if (left === 'widget') return isExpected
    const page = await (await startWidget(api)).open()
    const { status } = await page.call('POST', '/messages', { json: { text: 'Where is my order?' } })
    assert.equal(status, 200)
    const isPlanned = async () => (await api.store.read.get('SELECT 1 FROM assistant_turns')) !== undefined
    if (isExpected) await until(isPlanned)
    const job = await api.store.read.get("SELECT 1 FROM jobs WHERE kind LIKE 'assistant.%' AND status = 'waiting'")
    return job !== undefined || isPlanned()
  },
  events: async ({ store, clock, wake }, isExpected) => {
    await store.write((tx) => enqueue(tx, { kind: DELIVER_JOB, subject: 'evd_unknown' }, clock.now()))
    wake()
    const isDone = async () => (await store.read.get('SELECT 1 FROM jobs WHERE kind = ?', DELIVER_JOB)) === undefined
    if (isExpected) await until(isDone)
    return isDone()
  },
  mail: async ({ store, clock, wake }, isExpected) => {
    await store.write((tx) => enqueue(tx, { kind: MAIL_JOB, subject: 'mail_unknown' }, clock.now()))
    wake()
    const isDone = async () => (await store.read.get('SELECT 1 FROM jobs WHERE kind = ?', MAIL_JOB)) === undefined
    if (isExpected) await until(isDone)
    return isDone()
  },
  letters: (api) => has(api, 'GET', '/../../mail/stop'),
  report: (api) => has(api, 'GET', '/report'),
  widget: async (api) => {
    const [script, session] = [await has(api, 'GET', '/../../widget.js'), await has(api, 'POST', '/widget/sessions')]
    assert.equal(script, session)
    return script
  },
  connect: (api) => has(api, 'POST', '/../../connect/claim'),
  sampleShop: async (api) =>
    (await api.call('GET', '/../../sample-shop/pictures/merino_scarf_brick.svg')).status === 200,
  console: (api) => has(api, 'GET', '/../../console/'),
}

const optional = Object.keys(served) as Optional[]

for (const left of optional)
  test(`a server without ${left} starts, and serves all the rest`, async (t) => {
    const { [left]: _, ...rest } = features
    const api = await startServer(t, { features: joinFeatures<Needed>(Object.values(rest)) })
    await api.store.write((tx) =>
      changeAssistantSettings(tx, owner, { workspaceId: api.workspaceId, change: { enabled: true } }, api.clock.now()),
    )
    assert.equal((await api.call('GET', '/ping')).body.orgId, api.workspaceId)
    await api.push('products', [product({ title: 'Wool scarf' })])
    await api.push('customers', [customer()])
    const { body } = await api.call('POST', '/orders/bulk', { json: { data: [order({ customerId: 'c1' })] } })
    await until(async () => (await api.call('GET', `/batches/${body.batchId}`)).body.status === 'done')
    assert.equal((await api.call('GET', '/orders?customerId=c1')).body.data.length, 1)
    for (const name of optional) assert.equal(await served[name](api, name !== left, left), name !== left, name)
    const { paths } = (await api.call('GET', '/spec.json')).body
    assert.ok('/orders' in paths)
    assert.equal((await api.call('DELETE', '/customers/c1')).status, 204)
    assert.equal((await api.call('GET', '/../../readyz')).status, 200)
    assert.deepEqual(
      api.log.lines.filter(({ level }) => level === 'error'),
      [],
    )
  })

test('every feature is either needed or can be left out', () => {
  const needed: Required[] = ['calls', 'objects', 'requestLog', 'workspaces']
  assert.deepEqual([...needed, ...optional].sort(), Object.keys(features).sort())
})

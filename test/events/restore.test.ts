import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventTypes } from '../../src/events/types/types.ts'
import { createShopOutbound } from '../../src/refunds/endpoint/shop-outbound.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { commandRunner } from '../support/commands.ts'
import { reaching, startEventShop, status } from '../support/event-receiver.ts'
import { tempFolder, testServices } from '../support/server.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const run = commandRunner()

test('after a restore nothing rings: endpoints are off, and what waited is skipped', async (t) => {
  const shop = await startEventShop(t)
  const { api, receiver } = shop
  await shop.endpoint('/hook', { types: eventTypes.map(({ name }) => name) })
  receiver.answer('/hook', status(500))
  const page = await (await startWidget(api)).open()
  await page.call('POST', '/messages', { json: { text: 'Hello?' } })
  await receiver.arrived('/hook', 1)
  const tries = async () => (await api.store.read.get<{ tries: number }>('SELECT tries FROM event_deliveries'))?.tries
  await until(async () => (await tries()) === 1)
  const folder = await tempFolder(t)
  const [backup, restored] = [join(folder, 'backup.db'), join(folder, 'restored.db')]
  for (const args of [
    ['backup', backup, '--db', api.file],
    ['restore', backup, '--db', restored],
  ]) {
    const { code, stderr } = await run(args)
    assert.equal(code, 0, stderr)
  }
  const store = await openStore(restored, { create: false, serving: true })
  api.clock.advance(86_400_000)
  const outbound = createShopOutbound({ policy: { allowPrivate: false, allowEndpoints: [] }, ...reaching(receiver) })
  const server = await startServing({ ...testServices(store, api.clock), outbound }, { host: '127.0.0.1', port: 0 })
  t.after(async () => {
    await server.stop()
    await store.close()
  })
  const before = receiver.received.length
  const one = <Row>(sql: string) => store.read.get<Row>(sql)
  assert.deepEqual(await one('SELECT state FROM event_endpoints'), { state: 'off' })
  assert.deepEqual(await one('SELECT state, verdict FROM event_deliveries'), { state: 'skipped', verdict: 'restored' })
  assert.equal(await one(`SELECT 1 FROM jobs WHERE kind = 'event.deliver'`), undefined)
  assert.equal((await fetch(`${server.url}/ping`)).status, 401)
  assert.equal(receiver.received.length, before)
})

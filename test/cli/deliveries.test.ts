import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { commandRunner } from '../support/commands.ts'
import { tempFolder, testClock } from '../support/server.ts'
import { AUTOMATIC, agent, startShop } from '../support/shop.ts'
import { answers, refuses } from '../support/store-endpoint.ts'

const runCommand = commandRunner()

async function startStored(t: TestContext) {
  const shop = await startShop(t, { clock: testClock(Date.now()) })
  await shop.set(AUTOMATIC)
  const ca = join(await tempFolder(t), 'ca.pem')
  await writeFile(ca, shop.endpoint.ca ?? '')
  const run = (command: string, ...args: string[]) =>
    runCommand(['deliveries', command, ...args, '--db', shop.api.file, '--json'])
  const replay = (id: string, ...args: string[]) =>
    run('replay', id, '--ca', ca, '--allow-endpoint', `127.0.0.1:${shop.endpoint.port}`, ...args)
  const deliveries = async (...args: string[]) => JSON.parse((await run('list', ...args)).stdout)
  const refund = async () => {
    const { id } = await shop.start()
    const { store, workspaceId, clock } = shop.api
    await store.write((tx) => confirmRefund(tx, agent, { workspaceId, id }, clock.now()))
    shop.api.wake()
    return id
  }
  return { shop, run, replay, deliveries, refund }
}

test('deliveries are listed, the newest first, and shown with their responses', async (t) => {
  const { shop, run, deliveries, refund } = await startStored(t)
  const id = await refund()
  await shop.until(id, 'succeeded')
  const [create, preview] = await deliveries('--refund', id)
  assert.deepEqual([create.type, create.verdict, create.refundId], ['refund.create', 'succeeded', id])
  assert.deepEqual([preview.type, preview.verdict], ['refund.preview', 'amount'])
  assert.deepEqual(JSON.parse((await run('show', preview.id)).stdout), preview)
  assert.deepEqual(JSON.parse(preview.answer), { ok: true, amount: 1250, currency: 'EUR' })
  assert.deepEqual(await deliveries('--refund', 'act_none'), [])
  assert.match((await run('show', 'dlv_none')).stderr, /no delivery with this id/)
})

test('a replay sends the same request again with a new signature, and changes neither refund nor record', async (t) => {
  const { shop, replay, deliveries, refund } = await startStored(t)
  const id = await refund()
  const before = await shop.until(id, 'succeeded')
  const recorded = await deliveries()
  for (const { id: deliveryId } of recorded) {
    const { code, stdout, stderr } = await replay(deliveryId)
    assert.equal(code, 0, stdout + stderr)
  }
  const [preview, create, createAgain, previewAgain] = shop.endpoint.requests.map(({ body }) => {
    const { createdAt: _, ...rest } = body
    return rest
  })
  assert.deepEqual(createAgain, create)
  assert.deepEqual(previewAgain, preview)
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
  assert.deepEqual(await shop.look(id), before)
  assert.deepEqual(await deliveries(), recorded)
})

test('a replay does not make a refund that the shop has not made', async (t) => {
  const { shop, replay, deliveries, refund } = await startStored(t)
  shop.endpoint.behave(answers({ ok: true, amount: 1, currency: 'EUR' }), refuses('closed'))
  await shop.until(await refund(), 'failed')
  const [create] = await deliveries()
  const { code, stderr } = await replay(create.id)
  assert.equal(code, 1)
  assert.match(stderr, /The refund is failed, so the shop might make it now/)
  assert.equal(shop.endpoint.refunds.size, 0)
})

test('a preview that led to no refund is not stored, and replaying it says what to do', async (t) => {
  const { shop, replay, deliveries } = await startStored(t)
  shop.endpoint.behave(refuses('closed'))
  await assert.rejects(shop.start())
  const [preview] = await deliveries()
  assert.match((await replay(preview.id)).stderr, /not stored: .* \\"npx storewire trigger\\"/)
})

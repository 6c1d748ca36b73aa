import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeWidget } from '../../src/widget/purge.ts'
import { startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const MINUTE = 60_000

test('a used token is remembered as long as it would be valid, and then deleted', async (t) => {
  const { store, clock, ...api } = await startServer(t)
  const { start, sign } = await startWidget({ ...api, store, clock })
  const identityToken = await sign()
  await start({ identityToken })
  const again = async () => {
    await purgeWidget(store, clock.now())
    return (await start({ identityToken })).body.data.reason
  }
  clock.advance(6 * MINUTE - 1)
  assert.equal(await again(), 'used')
  clock.advance(1)
  assert.equal(await again(), 'stale')
  assert.deepEqual(await store.read.all('SELECT * FROM used_identity_tokens'), [])
})

test('sessions are purged after a day, with empty conversations; that of a guest who has written, after 30 days', async (t) => {
  const { store, clock, ...api } = await startServer(t)
  const { open } = await startWidget({ ...api, store, clock })
  await open()
  const talking = await open()
  await talking.call('POST', '/messages', { json: { text: 'Hello' } })
  await open('c1')
  clock.advance(12 * 60 * MINUTE)
  await open('c1')
  clock.advance(12 * 60 * MINUTE)
  await purgeWidget(store, clock.now())
  const count = async (table: string) => (await store.read.all(`SELECT id FROM ${table}`)).length
  assert.deepEqual([await count('widget_sessions'), await count('conversations')], [2, 2])
  clock.advance(12 * 60 * MINUTE)
  await purgeWidget(store, clock.now())
  assert.deepEqual([await count('widget_sessions'), await count('conversations')], [1, 1])
  clock.advance(29 * 24 * 60 * MINUTE)
  await purgeWidget(store, clock.now())
  assert.deepEqual([await count('widget_sessions'), await count('conversations')], [0, 1])
})

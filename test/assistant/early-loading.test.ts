import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadForChats } from '../../src/assistant/turn-job.ts'
import { startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

test('what answers in chats is loaded soon after a start, if there are chats', async (t) => {
  const api = await startServer(t)
  const { store } = api
  const { signal } = new AbortController()
  let loaded = 0
  const load = async () => {
    loaded++
  }
  await loadForChats(store.read, signal, { afterMs: 0, load })
  assert.equal(loaded, 0)
  await (await startWidget(api)).open()
  await loadForChats(store.read, signal, { afterMs: 0, load })
  assert.equal(loaded, 1)
  const stopping = AbortSignal.abort()
  await assert.rejects(loadForChats(store.read, stopping, { afterMs: 0, load }), { name: 'AbortError' })
  assert.equal(loaded, 1)
})

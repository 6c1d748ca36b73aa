import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEvents } from '../support/event-stream.ts'
import { startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

test('a stream asks proxies to forward events at once, and to cache none', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open()
  const { headers } = await openEvents(t, api.baseUrl, page.token)
  assert.equal(headers.get('x-accel-buffering'), 'no')
  assert.equal(headers.get('cache-control'), 'no-store')
})

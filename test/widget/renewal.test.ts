import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DAY_MS } from '../../src/lib/time.ts'
import { purgeWidget } from '../../src/widget/purge.ts'
import { assertError } from '../support/errors.ts'
import { openEvents } from '../support/event-stream.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'
import { startWidget, type Widget } from '../support/widget.ts'

async function started(t: TestContext): Promise<{ api: Api; widget: Widget }> {
  const api = await startServer(t)
  return { api, widget: await startWidget(api) }
}

const as = (api: Api, token: string) => client(`${api.baseUrl}/widget`, token)

/** The texts that the session of a token shows. */
async function textsOf(api: Api, token: string): Promise<string[]> {
  const { body } = await as(api, token).call('GET', '/conversation')
  return body.messages
    .filter(({ author }: { author: string }) => author === 'customer')
    .map(({ text }: { text: string }) => text)
}

test('a guest continues a conversation with the token of an earlier session, until 30 days after the last message', async (t) => {
  const { api, widget } = await started(t)
  const first = await widget.open()
  await first.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  api.clock.advance(29 * DAY_MS)
  await purgeWidget(api.store, api.clock.now())
  assertError(await first.call('GET', '/conversation'), 401, 'UNAUTHORIZED')

  const second = (await widget.start({ guestToken: first.token })).body.token
  assert.notEqual(second, first.token)
  assert.deepEqual(await textsOf(api, second), ['Where is my mug?'])
  // The response may have been lost: the older token works once more.
  const third = (await widget.start({ guestToken: first.token })).body.token
  assert.deepEqual(await textsOf(api, third), ['Where is my mug?'])

  await as(api, third).call('POST', '/messages', { json: { text: 'Hello?' } })
  api.clock.advance(30 * DAY_MS)
  await purgeWidget(api.store, api.clock.now())
  const late = await widget.start({ guestToken: third })
  assert.deepEqual([late.status, await textsOf(api, late.body.token)], [200, []])
})

test('only guests continue by an earlier token, in their own workspace, and not together with an identity token', async (t) => {
  const { api, widget } = await started(t)
  const customer = await widget.open('c1')
  await customer.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  const { body } = await widget.start({ guestToken: customer.token })
  assert.deepEqual([body.customer, await textsOf(api, body.token)], [null, []])

  const guest = await widget.open()
  await guest.call('POST', '/messages', { json: { text: 'Where is my hat?' } })
  const other = await startWidget(api, (await addWorkspace(api.store, 'other', api.clock)).workspaceId)
  assert.deepEqual(await textsOf(api, (await other.start({ guestToken: guest.token })).body.token), [])
  const both = await widget.start({ guestToken: guest.token, identityToken: await widget.sign() })
  assertError(both, 400, 'BAD_REQUEST')
  for (const unknown of ['st_unknown', ''])
    assert.equal((await widget.start({ guestToken: unknown })).status, 200, 'a guest always gets a chat')
})

test('a session that is ended opens nothing any more, and its stream ends', async (t) => {
  const { api, widget } = await started(t)
  const [here, elsewhere] = [await widget.open('c1'), await widget.open('c1')]
  const stream = await openEvents(t, api.baseUrl, here.token)
  assert.equal((await here.call('DELETE', '/sessions/current')).status, 204)
  assert.equal(await stream.ended(), true)
  for (const [method, path] of [
    ['GET', '/conversation'],
    ['POST', '/messages'],
    ['DELETE', '/sessions/current'],
  ] as const)
    assertError(await here.call(method, path), 401, 'UNAUTHORIZED')
  assert.equal((await elsewhere.call('GET', '/conversation')).status, 200, 'the other device stays signed in')
})

test('after a guest has ended the session, no earlier token continues the conversation', async (t) => {
  const { api, widget } = await started(t)
  const first = await widget.open()
  await first.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  const second = (await widget.start({ guestToken: first.token })).body.token
  await as(api, second).call('DELETE', '/sessions/current')
  for (const token of [first.token, second]) {
    const { body } = await widget.start({ guestToken: token })
    assert.deepEqual(await textsOf(api, body.token), [])
  }
})

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { brokenRequest, TOO_SLOW } from '../../src/http/connection/refuse.ts'
import { statusOf } from '../../src/http/errors.ts'
import { internalError } from '../../src/http/reply.ts'
import { busy, DomainError } from '../../src/lib/errors.ts'
import { asUnavailable } from '../../src/store/sqlite/failures.ts'
import { addOrigin } from '../../src/widget/origins.ts'
import { source } from '../support/documents.ts'
import { openEvents } from '../support/event-stream.ts'
import { order } from '../support/objects.ts'
import { type Api, client, owner, startServer } from '../support/server.ts'
import { startWidget, type Widget } from '../support/widget.ts'

interface Scene {
  t: TestContext
  api: Api
  widget: Widget
}

/** The status and message of a response. */
interface Refusal {
  status: number
  text: string
}

const push = ({ api }: Scene, ...data: object[]) => api.call('POST', '/orders', { json: { data } })

const start = async ({ widget }: Scene, claims: Record<string, unknown>) =>
  widget.start({ identityToken: await widget.sign(claims) })

/** An error as callers would get it, for what cannot be brought about in a moment. */
const thrown = (error: unknown): Refusal => {
  assert.ok(error instanceof DomainError)
  return { status: statusOf[error.code], text: error.message }
}

const ofSqlite = (code: string) => async () => thrown(asUnavailable(new Database.SqliteError('failed', code)))

/** What brings about each message of the page that has a status. `…` stands for what differs. */
const causes: Record<string, (scene: Scene) => Promise<Refusal>> = {
  'Nothing was stored: the disk of the database is full': ofSqlite('SQLITE_FULL'),
  'another process has locked the database for too long': ofSqlite('SQLITE_BUSY'),
  'the disk of the database does not respond': ofSqlite('SQLITE_IOERR'),
  'the database file is read-only': ofSqlite('SQLITE_READONLY'),
  'The database is damaged': ofSqlite('SQLITE_CORRUPT'),
  'Send a valid secret key of your workspace': ({ api }) => client(api.baseUrl, 'sk_unknown').call('GET', '/orders'),
  'There is nothing at this address': ({ api }) => api.call('GET', '/nothing'),
  'This workspace has no … with this id': ({ api }) => api.call('GET', '/orders/unknown'),
  'The body does not fit the schema': (scene) => push(scene, { id: 1 }),
  'The body must be JSON in UTF-8': ({ api }) =>
    api.call('POST', '/orders', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  'in one call are too many. Send at most': (scene) =>
    push(scene, ...Array.from({ length: 26 }, (_, index) => order({ id: `o${index}` }))),
  'The body is larger than … bytes': (scene) => push(scene, order({ note: 'x'.repeat(5_000_000) })),
  'bytes of JSON, more than': ({ api }) => {
    const message = { createdAt: 1, author: { type: 'customer' }, body: 'x'.repeat(90_000) }
    const messages = Array.from({ length: 100 }, (_, index) => ({ id: `m${index}`, ...message }))
    return api.call('POST', '/tickets', { json: { data: [{ id: 't1', updatedAt: 1, messages }] } })
  },
  'This Idempotency-Key was used with a different request': async ({ api }) => {
    const once = (id: string) =>
      api.call('POST', '/orders', { json: { data: [order({ id })] }, headers: { 'idempotency-key': 'one' } })
    await once('a')
    return once('b')
  },
  'of these calls in … seconds. Wait for the time in Retry-After': async ({ api }) => {
    const bulk = () => api.call('POST', '/orders/bulk', { json: { data: [order()] } })
    await bulk()
    return bulk()
  },
  'Too many … of this workspace are already waiting': async () =>
    thrown(busy('Too many calls of this workspace are already waiting.')),
  'The request took too long to arrive': async () =>
    thrown(brokenRequest(Object.assign(new Error('too slow'), { code: TOO_SLOW }))),
  'Internal error. Report it to the operator': async () => thrown(internalError(undefined)),
  'Send a valid publishable key of your workspace': ({ widget, api }) => widget.start({}, { 'x-service-key': api.key }),
  'Send the token of a chat session': ({ api }) =>
    client(api.baseUrl, 'st_unknown').call('GET', '/widget/conversation'),
  'The key of the chat window is not a valid publishable key, or it was revoked': async ({ api }) => {
    const response = await fetch(`${new URL(api.baseUrl).origin}/widget/frame?key=pk_unknown`)
    return { status: response.status, text: await response.text() }
  },
  'A page without an origin starts a chat session only with a valid ticket': ({ widget }) =>
    widget.start({}, { origin: 'null' }),
  'Pages of this origin may not use the chat widget': async ({ api, widget }) => {
    await api.store.write((tx) =>
      addOrigin(tx, owner, { workspaceId: api.workspaceId, origin: 'https://shop.example' }, api.clock.now()),
    )
    return widget.start({}, { origin: 'https://evil.example' })
  },
  'The identity token has expired': (scene) => start(scene, { iat: 1, exp: 2 }),
  'The identity token was used before': async (scene) => {
    await start(scene, { jti: 'same' })
    return start(scene, { jti: 'same' })
  },
  'The identity token is not signed with an identity secret of this workspace': async ({ widget }) =>
    widget.start({ identityToken: `${(await widget.sign()).slice(0, -4)}AAAA` }),
  'The iat of the identity token is in the future': async (scene) => {
    const now = scene.api.clock.now() / 1000
    return start(scene, { iat: now + 600, exp: now + 900 })
  },
  'open streams. Close one of them, or share it': async ({ t, api, widget }) => {
    const { token, call } = await widget.open('c1')
    for (let stream = 0; stream < 4; stream++) await openEvents(t, api.baseUrl, token)
    return call('GET', '/events')
  },
}

/** These take a test of their own, which has the message. */
const elsewhere: Record<string, string> = {
  'was moved, deleted or replaced while the server ran': 'test/store/lost-file.test.ts',
}

test('the messages of the troubleshooting page come with the statuses that it names', async (t) => {
  const api = await startServer(t, { limits: { bulk: 1 } })
  const scene = { t, api, widget: await startWidget(api) }
  const heads = [...source('docs/troubleshooting.md').matchAll(/\*\*`([^`]+)`\*\*\s*\((\d\d\d)\b/g)].map(
    ([, message = '', status]) => [message.replaceAll('\n', ' '), Number(status)] as const,
  )
  assert.deepEqual(heads.map(([message]) => message).sort(), [...Object.keys(causes), ...Object.keys(elsewhere)].sort())
  for (const [message, file] of Object.entries(elsewhere))
    assert.ok(source(file).includes(message.split(' while ')[0] ?? ''), file)
  const wrong: string[] = []
  for (const [message, status] of heads) {
    const cause = causes[message]
    if (!cause) continue
    const refusal = await cause(scene)
    const isSaid = message.split(/ ?… ?/).every((part) => refusal.text.includes(part))
    if (refusal.status !== status || !isSaid)
      wrong.push(`${message} (${status}): ${refusal.status} ${refusal.text.slice(0, 200)}`)
  }
  assert.deepEqual(wrong, [])
})

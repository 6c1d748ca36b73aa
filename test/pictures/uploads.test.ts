import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { deleteWorkspace } from '../../src/access/delete-workspace.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { eraseUnsent } from '../../src/pictures/erase.ts'
import { bytesOf } from '../../src/pictures/pictures.ts'
import { receivePicture } from '../../src/pictures/receive.ts'
import { hooks } from '../../src/serve/features.ts'
import { gif, jpeg } from '../support/pictures.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

const MIB = 1024 * 1024
const HOUR_MS = 60 * 60_000

/** An upload of which only the beginning was sent. */
async function beginUpload(
  t: TestContext,
  { baseUrl }: Api,
  page: Page,
  { of, sent, from }: { of: Buffer; sent: number; from?: string },
): Promise<{ req: ClientRequest; answer: Promise<number | undefined> }> {
  const req = request(`${baseUrl}/widget/pictures`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${page.token}`,
      'content-length': of.length,
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    },
  })
  t.after(() => req.destroy())
  const answer = new Promise<number | undefined>((resolve) => {
    req.on('response', (response: IncomingMessage) => resolve(response.statusCode))
    req.on('error', () => resolve(undefined))
  })
  req.write(of.subarray(0, sent))
  await once(req, 'socket')
  return { req, answer }
}

const arriving = async ({ store }: Api) =>
  (await store.read.get<{ count: number }>(`SELECT count(*) AS count FROM pictures WHERE state = 'arriving'`))?.count

const nothingLeft = async ({ store }: Api) =>
  !(await store.read.get('SELECT 1 FROM pictures')) && !(await store.read.get('SELECT 1 FROM picture_parts'))

const post = (page: Page, body: Buffer) =>
  page.call('POST', '/pictures', { body, headers: { 'content-type': 'image/jpeg' } })

test('two pictures of a network arrive at a time, and the next one has to wait for one of them', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open()
  const photo = jpeg({ fill: MIB })
  const first = await beginUpload(t, api, page, { of: photo, sent: 200_000 })
  const second = await beginUpload(t, api, page, { of: photo, sent: 200_000 })
  await until(async () => (await arriving(api)) === 2)
  const third = await post(page, gif())
  assert.deepEqual([third.status, third.body.data.reason], [429, 'too_many_uploads'])
  assert.equal(third.headers.get('retry-after'), '3')
  first.req.end(photo.subarray(200_000))
  assert.equal(await first.answer, 200)
  assert.equal((await post(page, gif())).status, 200)
  second.req.end(photo.subarray(200_000))
  assert.equal(await second.answer, 200)
})

test('eight pictures arrive at a time from all networks together, and the end of one makes room for the next', async (t) => {
  const api = await startServer(t, { settings: { trustProxy: 1 } })
  const page = await (await startWidget(api)).open('c1')
  const photo = jpeg({ fill: MIB })
  const begin = (network: number) =>
    beginUpload(t, api, page, { of: photo, sent: 200_000, from: `203.0.113.${network}` })
  const underWay = await Promise.all([1, 1, 2, 2, 3, 3, 4, 4].map(begin))
  await until(async () => (await arriving(api)) === 8)
  const ninth = () =>
    page.call('POST', '/pictures', {
      body: gif(),
      headers: { 'content-type': 'image/gif', 'x-forwarded-for': '203.0.113.5' },
    })
  const refused = await ninth()
  assert.deepEqual([refused.status, refused.body.data], [429, { reason: 'too_many_uploads', limit: 8 }])
  assert.equal(refused.headers.get('retry-after'), '3')
  underWay[0]?.req.destroy()
  await until(async () => (await arriving(api)) === 7)
  await until(async () => (await ninth()).status === 200)
  for (const { req } of underWay.slice(1)) req.end(photo.subarray(200_000))
  assert.deepEqual(await Promise.all(underWay.slice(1).map(({ answer }) => answer)), Array(7).fill(200))
})

test('a tab that is closed in the middle of an upload leaves nothing', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open()
  const { req, answer } = await beginUpload(t, api, page, { of: jpeg({ fill: 3 * MIB }), sent: 2 * MIB })
  await until(async () => (await arriving(api)) === 1)
  req.destroy()
  assert.equal(await answer, undefined)
  await until(() => nothingLeft(api))
  assert.equal((await post(page, gif())).status, 200)
})

test('what a crash left is gone after an hour, and a picture that was never sent after a day', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open()
  const sent = (await post(page, gif())).body.id
  await page.call('POST', '/messages', { json: { pictures: [sent] } })
  await post(page, gif())
  await api.store.write((tx) =>
    tx.run(
      `INSERT INTO pictures (id, workspace_id, state, sender, conversation_id, bytes, created_at) VALUES ('pic_left', ?, 'arriving', 'guest', ?, 9, ?)`,
      api.workspaceId,
      page.conversationId,
      api.clock.now(),
    ),
  )
  await api.store.write((tx) => tx.run(`INSERT INTO picture_parts VALUES ('pic_left', 0, ?)`, Buffer.alloc(9)))
  const left = async () => {
    await eraseUnsent(api.store, api.clock.now())
    api.wake()
    await until(async () => !(await api.store.read.get(`SELECT 1 FROM pictures WHERE state = 'erased'`)))
    return (await api.store.read.all<{ id: string }>('SELECT id FROM pictures')).length
  }
  api.clock.advance(HOUR_MS - 1)
  assert.equal(await left(), 3)
  api.clock.advance(1)
  assert.equal(await left(), 2)
  api.clock.advance(23 * HOUR_MS)
  assert.equal(await left(), 1)
})

/** A picture that has the word in each of its parts. */
const photoOf = (word: string) => {
  const photo = jpeg({ fill: 500_000 })
  for (let at = 200; at + 1_000 < photo.length; at += 1_000) photo.write(word, at, 'latin1')
  return photo
}

const isHeld = ({ file }: Api, word: string) =>
  [file, `${file}-wal`].some((path) => readFileSync(path).includes(Buffer.from(word, 'latin1')))

test('a picture is unreadable from the commit on that erases its customer, and soon gone from file and log', async (t) => {
  const api = await startServer(t, { disposable: false })
  const word = 'Grzegorzewski'
  const page = await (await startWidget(api)).open('c1')
  const { id } = (await post(page, photoOf(word))).body
  await page.call('POST', '/messages', { json: { pictures: [id] } })
  const pieces = bytesOf(api.store.read, id)
  await pieces.next()
  assert.ok(isHeld(api, word))
  await api.call('DELETE', '/customers/c1')
  await assert.rejects(pieces.next(), { code: 'NOT_FOUND' })
  api.wake()
  await until(() => !isHeld(api, word))
  await until(() => nothingLeft(api))
})

test('an upload into a conversation that is erased meanwhile fails, and leaves nothing', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open('c1')
  const photo = jpeg({ fill: MIB })
  const { req, answer } = await beginUpload(t, api, page, { of: photo, sent: 300_000 })
  await until(async () => (await arriving(api)) === 1)
  await api.call('DELETE', '/customers/c1')
  req.end(photo.subarray(300_000))
  assert.equal(await answer, 409)
  api.wake()
  await until(() => nothingLeft(api))
})

/** Receives a file as the server does, in the conversation of a session. */
function receive({ store, clock, workspaceId }: Api, { conversationId }: Page, pieces: () => AsyncGenerator<Buffer>) {
  const place = { workspaceId, conversationId, sender: 'customer' as const, memberId: null }
  return receivePicture({ store, clock, takePictureBytes: () => {} }, place, { announced: MIB, pieces })
}

for (const what of ['customer', 'workspace'] as const)
  test(`an upload whose first bytes come after its ${what} was deleted fails, and leaves nothing`, async (t) => {
    const api = await startServer(t)
    const page = await (await startWidget(api)).open('c1')
    const remove = async () => {
      if (what === 'customer') return void (await api.call('DELETE', '/customers/c1'))
      const deleted = {
        workspaceId: api.workspaceId,
        name: 'shop',
        force: false,
        onDeleting: hooks.onDeletingWorkspace,
      }
      await api.store.write((tx) => deleteWorkspace(tx, owner, deleted, api.clock.now()))
    }
    const late = receive(api, page, async function* () {
      await remove()
      yield jpeg()
    })
    await assert.rejects(late, { reason: 'conversation_erased' })
    assert.ok(await nothingLeft(api))
  })

test('nobody holds on to the rest of an upload that is refused, so the server discards it', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open('c1')
  for (const first of [Buffer.alloc(200, 'no picture '), Buffer.concat([jpeg().subarray(0, -2), jpeg()])]) {
    let isLeft = false
    const refused = receive(api, page, async function* () {
      try {
        yield first
        yield first
      } finally {
        isLeft = true
      }
    })
    await assert.rejects(refused, DomainError)
    assert.ok(isLeft)
  }
})

test('the pictures of a deleted workspace are overwritten, too', async (t) => {
  const api = await startServer(t, { disposable: false })
  const word = 'Grzegorzewski'
  const page = await (await startWidget(api)).open()
  await post(page, photoOf(word))
  const deleted = { workspaceId: api.workspaceId, name: 'shop', force: false, onDeleting: hooks.onDeletingWorkspace }
  await api.store.write((tx) => deleteWorkspace(tx, owner, deleted, api.clock.now()))
  api.wake()
  await until(() => !isHeld(api, word))
  await until(() => nothingLeft(api))
})

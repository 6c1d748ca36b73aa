import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setMaxPictures } from '../../src/pictures/space.ts'
import { signedIn } from '../support/console.ts'
import { openEvents } from '../support/event-stream.ts'
import { gif, jpeg, PLACE, png, webp } from '../support/pictures.ts'
import { type Api, addWorkspace, owner, type ServerOptions, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget, type Widget } from '../support/widget.ts'

const MIB = 1024 * 1024
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

interface Chats {
  api: Api
  widget: Widget
  guest: Page
}

async function startChats(t: TestContext, options: ServerOptions = {}): Promise<Chats> {
  const api = await startServer(t, options)
  const widget = await startWidget(api)
  return { api, widget, guest: await widget.open() }
}

const upload = (page: Page, body: Uint8Array, headers: Record<string, string> = {}) =>
  page.call('POST', '/pictures', { body, headers: { 'content-type': 'application/octet-stream', ...headers } })

async function uploaded(page: Page, body: Uint8Array): Promise<string> {
  const { body: picture, status, text } = await upload(page, body)
  assert.equal(status, 200, text)
  return picture.id
}

const say = (page: Page, json: object) => page.call('POST', '/messages', { json })

async function fetched({ api }: Pick<Chats, 'api'>, page: Page, id: string) {
  const response = await fetch(`${api.baseUrl}/widget/pictures/${id}`, {
    headers: { authorization: `Bearer ${page.token}` },
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const states = async ({ store }: Api) =>
  (await store.read.all<{ state: string }>('SELECT state FROM pictures ORDER BY id')).map(({ state }) => state)

const partsLeft = async ({ store }: Api) =>
  (await store.read.get<{ count: number }>('SELECT count(*) AS count FROM picture_parts'))?.count

test('a picture of each kind is uploaded, sent, streamed, and read byte for byte', async (t) => {
  const chats = await startChats(t)
  const { guest } = chats
  const files = [jpeg({ fill: 400_000 }), png({ width: 300, height: 200 }), webp('VP8X', { fill: 131_072 }), gif()]
  const events = await openEvents(t, chats.api.baseUrl, guest.token)
  const ids: string[] = []
  for (const file of files) ids.push(await uploaded(guest, file))
  const said = await say(guest, { text: 'It came like this.', pictures: ids })
  assert.deepEqual(
    said.body.pictures.map(({ type, width, height, bytes }: Record<string, unknown>) => [type, width, height, bytes]),
    [
      ['image/jpeg', 640, 480, files[0]?.length],
      ['image/png', 300, 200, files[1]?.length],
      ['image/webp', 40, 30, files[2]?.length],
      ['image/gif', 1, 1, files[3]?.length],
    ],
  )
  const [event] = await events.next(1)
  assert.deepEqual(event?.data, said.body)
  const { messages } = (await guest.call('GET', '/conversation')).body
  assert.deepEqual(messages[0].pictures, said.body.pictures)
  for (const [index, id] of ids.entries()) {
    const { status, headers, bytes } = await fetched(chats, guest, id)
    assert.equal(status, 200)
    assert.deepEqual(bytes, files[index])
    assert.equal(headers.get('content-type'), said.body.pictures[index].type)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.equal(headers.get('cache-control'), 'no-store')
  }
})

test('a message may have pictures alone, at most four, each once and only those of its own conversation', async (t) => {
  const { widget, guest } = await startChats(t)
  const ids = [await uploaded(guest, gif()), await uploaded(guest, gif())]
  const foreign = await uploaded(await widget.open(), gif())
  assert.equal((await say(guest, { pictures: [foreign] })).body.data.reason, 'no_such_picture')
  assert.equal((await say(guest, { pictures: ['pic_unknown'] })).status, 400)
  assert.equal((await say(guest, { pictures: Array(5).fill(ids[0]) })).status, 400)
  assert.equal((await say(guest, { pictures: [] })).status, 400)
  assert.equal((await say(guest, {})).status, 400)
  const said = await say(guest, { pictures: ids })
  assert.deepEqual([said.status, said.body.text, said.body.pictures.length], [200, '', 2])
  assert.equal((await say(guest, { text: 'again', pictures: ids })).status, 400)
})

test('what is no picture by its content, is damaged, too large or too wide is refused, and leaves nothing', async (t) => {
  const { api, guest } = await startChats(t)
  const refused = async (body: Uint8Array, headers?: Record<string, string>) => {
    const answer = await upload(guest, body, headers)
    return [answer.status, answer.body.data.reason ?? answer.body.data.max ?? answer.body.code]
  }
  const as = (type: string) => ({ 'content-type': type })
  assert.deepEqual(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), as('image/png')), [
    400,
    'no_picture',
  ])
  assert.deepEqual(await refused(Buffer.from('%PDF-1.7 and much more text'), as('image/jpeg')), [400, 'no_picture'])
  assert.deepEqual(await refused(Buffer.alloc(0)), [400, 'no_picture'])
  for (const broken of [
    jpeg().subarray(0, -2),
    png().subarray(0, -4),
    gif().subarray(0, -1),
    webp('VP8 ').subarray(0, -9),
  ])
    assert.deepEqual(await refused(broken), [400, 'broken_picture'])
  for (const wide of [jpeg({ width: 10_000 }), gif({ height: 8_193 }), webp('VP8X', { width: 10_000 })])
    assert.deepEqual(await refused(wide), [400, 'too_many_pixels'])
  assert.deepEqual(await refused(Buffer.concat([png(), Buffer.alloc(9 * MIB)])), [413, 8 * MIB])
  assert.deepEqual(await refused(gif(), { 'content-encoding': 'gzip' }), [415, 'UNSUPPORTED_MEDIA_TYPE'])
  await until(async () => (await states(api)).length === 0)
  assert.equal(await partsLeft(api), 0)
})

test('50 MB are refused before they are sent, and a body without a length after 8 MiB', async (t) => {
  const { api, guest } = await startChats(t)
  const send = (headers: Record<string, string | number>, pieces: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const url = `${api.baseUrl}/widget/pictures`
      const sent = request(url, { method: 'POST', headers: { authorization: `Bearer ${guest.token}`, ...headers } })
      sent.on('response', (response) => resolve(response.statusCode))
      sent.on('error', reject)
      sent.write(jpeg().subarray(0, -2))
      for (let n = 0; n < pieces; n++) sent.write(Buffer.alloc(MIB))
      if (pieces > 0) sent.end()
    })
  assert.equal(await send({ 'content-length': 50_000_000 }, 0), 413)
  assert.equal(await send({ 'transfer-encoding': 'chunked' }, 9), 413)
  await until(async () => (await states(api)).length === 0)
})

test('a photo is stored without its Exif', async (t) => {
  const chats = await startChats(t)
  const id = await uploaded(chats.guest, jpeg({ exif: true, fill: 300_000, end: jpeg({ exif: true }) }))
  const { bytes } = await fetched(chats, chats.guest, id)
  assert.deepEqual(bytes, jpeg({ fill: 300_000 }))
  assert.ok(!bytes.includes(PLACE))
})

test('nobody but the conversation and the members of its workspace reads a picture', async (t) => {
  const chats = await startChats(t)
  const { api, widget, guest } = chats
  const id = await uploaded(guest, gif())
  await say(guest, { pictures: [id] })
  const other = await addWorkspace(api.store, 'other', api.clock)
  const strangers = [await widget.open(), await widget.open('c1')]
  for (const page of strangers) assert.equal((await fetched(chats, page, id)).status, 404)
  const elsewhere = await startWidget({ ...api, workspaceId: other.workspaceId })
  assert.equal((await fetched(chats, await elsewhere.open(), id)).status, 404)
  const path = `/chats/${guest.conversationId}/pictures/${id}`
  const base = api.baseUrl.replace('/api/v1', '/console/api')
  const asMember = async (cookie: string | undefined, at = path) =>
    (await fetch(base + at, { headers: { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) } })).status
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  assert.equal(await asMember(ben.cookie), 200)
  assert.equal(await asMember(ben.cookie, `/chats/${strangers[0]?.conversationId}/pictures/${id}`), 404)
  const eve = await signedIn(api, { email: 'eve@other.example', workspaceId: other.workspaceId })
  assert.equal(await asMember(eve.cookie), 404)
  assert.equal(await asMember(undefined), 401)
  assert.equal((await fetch(`${api.baseUrl}/widget/pictures/${id}`)).status, 401)
  const withKey = await fetch(`${api.baseUrl}/widget/pictures/${id}`, {
    headers: { authorization: `Bearer ${api.key}` },
  })
  assert.equal(withKey.status, 401)
})

test('agents reply and note with pictures, and the customer reads those of replies only', async (t) => {
  const chats = await startChats(t)
  const { api, guest } = chats
  await say(guest, { text: 'Which color is it?' })
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const at = `/chats/${guest.conversationId}`
  const send = async () => {
    const base = api.baseUrl.replace('/api/v1', '/console/api')
    const headers = { 'sec-fetch-site': 'same-origin', cookie: ben.cookie ?? '', 'content-type': 'image/gif' }
    const response = await fetch(`${base}${at}/pictures`, { method: 'POST', headers, body: gif() })
    return ((await response.json()) as { id: string }).id
  }
  const [replied, noted, unsent] = [await send(), await send(), await send()]
  assert.equal((await ben.post(`${at}/reply`, { text: '', pictures: [replied] })).status, 200)
  assert.equal((await ben.post(`${at}/note`, { text: '', pictures: [noted] })).status, 200)
  assert.equal((await ben.post(`${at}/note`, { text: '' })).status, 400)
  assert.equal((await ben.post(`${at}/reply`, { text: 'Hi', pictures: [noted] })).status, 400)
  const ann = await signedIn(api, { email: 'ann@shop.example', role: 'agent' })
  assert.equal((await ann.post(`${at}/reply`, { text: 'Hi', pictures: [unsent] })).status, 400)
  assert.equal((await fetched(chats, guest, replied)).status, 200)
  assert.equal((await fetched(chats, guest, noted)).status, 404)
  assert.equal((await fetched(chats, guest, unsent)).status, 404)
  const { entries } = (await ben.get(at)).body
  const shown = entries.flatMap(({ kind, pictures }: { kind: string; pictures: { id: string }[] | null }) =>
    (pictures ?? []).map(({ id }) => [kind, id]),
  )
  assert.deepEqual(shown, [
    ['message', replied],
    ['note', noted],
  ])
})

test('a guest sends 20 pictures in a conversation, and all guests of a network 20 MiB a day', async (t) => {
  const { api, widget, guest } = await startChats(t, { limits: { pictures: 20 } })
  for (let n = 0; n < 20; n++) await uploaded(guest, gif())
  const more = await upload(guest, gif())
  assert.deepEqual([more.status, more.body.data], [429, { reason: 'too_many_pictures', limit: 20 }])
  const [one, other] = [await widget.open(), await widget.open()]
  const large = jpeg({ fill: 7 * MIB })
  await uploaded(one, large)
  await uploaded(other, large)
  const over = await upload(other, large)
  assert.deepEqual([over.status, over.body.data.reason], [429, 'guests_sent_enough_pictures'])
  await uploaded(await widget.open('c1'), large)
  api.clock.advance(DAY_MS)
  await uploaded(await widget.open(), large)
})

test('bytes that never arrived are given back to the guests of a network', async (t) => {
  const { guest } = await startChats(t, { limits: { pictures: 8 } })
  const wide = Buffer.concat([gif({ width: 9_000 }), Buffer.alloc(7 * MIB)])
  for (let n = 0; n < 5; n++) assert.equal((await upload(guest, wide)).status, 400)
  await uploaded(guest, jpeg({ fill: 7 * MIB }))
})

test('guests take a quarter of the room, customers all of it, and closed chats make room for customers alone', async (t) => {
  const { api, widget, guest } = await startChats(t)
  const setLimit = (mib: number) =>
    api.store.write((tx) => setMaxPictures(tx, { ...owner, isOperator: true }, mib, api.clock.now()))
  await assert.rejects(setLimit(1), { reason: 'picture_limit' })
  await assert.rejects(
    api.store.write((tx) => setMaxPictures(tx, owner, 64, 0)),
    { code: 'FORBIDDEN' },
  )

  await setLimit(16)
  const large = jpeg({ fill: 3 * MIB })
  const old = await uploaded(guest, large)
  await say(guest, { pictures: [old] })
  const refused = await upload(guest, large)
  assert.deepEqual([refused.status, refused.body.data.reason], [429, 'pictures_full'])
  const customer = await widget.open('c1')
  for (let n = 0; n < 4; n++) await uploaded(customer, large)
  const full = await upload(customer, large)
  assert.deepEqual([full.status, full.body.data?.reason], [429, 'pictures_full'], full.text)
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  assert.equal((await ben.post(`/chats/${guest.conversationId}/close`)).status, 204)
  api.clock.advance(29 * DAY_MS)
  const later = await widget.open('c1')
  assert.equal((await upload(later, large)).status, 429)
  api.clock.advance(2 * DAY_MS)
  assert.equal((await upload(await widget.open(), large)).status, 429)
  await uploaded(await widget.open('c1'), large)
  const gone = await api.store.read.get('SELECT 1 FROM pictures WHERE conversation_id = ?', guest.conversationId)
  assert.equal(gone, undefined)
})

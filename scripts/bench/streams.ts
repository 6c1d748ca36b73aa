// npm run bench:streams: what open streams of chats cost, beside as many on a bare node:http server: memory, processor time while nothing
// happens, and which streams hear of a message. Argument: streams (2,500), four for each conversation.

import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../src/access/keys.ts'
import { findWorkspace } from '../../src/access/workspaces.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { report } from './figures.ts'
import { type BenchServer, startBareStreams, startStorewire } from './servers.ts'

const [STREAMS = 2_500] = process.argv.slice(2).map(Number)
const PER_SESSION = 4
/** So that the streams are opened within seconds, and no queue overflows. */
const AT_ONCE = 50
/** Two heartbeats. */
const IDLE_MS = 30_000
const SETTLE_MS = 5_000
const bench = { name: 'bench', origin: 'bench', role: 'owner' } as const

interface OpenStream {
  request: ClientRequest
  /** Messages that it has heard of. */
  messages: number
}

function openStream(url: string, token: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const stream: OpenStream = {
      request: request(url, { headers: { authorization: `Bearer ${token}` }, agent: false }, (res: IncomingMessage) => {
        if (res.statusCode !== 200) return reject(new Error(`a stream got a ${res.statusCode}`))
        res.setEncoding('utf8')
        res.on('data', (text: string) => {
          stream.messages += text.split('event: message\n').length - 1
        })
        res.once('data', () => resolve(stream))
      }),
      messages: 0,
    }
    stream.request.on('error', reject)
    stream.request.end()
  })
}

async function openStreams(url: string, tokens: string[]): Promise<OpenStream[]> {
  const open: OpenStream[] = []
  for (let from = 0; from < STREAMS; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, STREAMS - from) }, (_, index) => from + index)
    open.push(
      ...(await Promise.all(numbers.map((number) => openStream(url, tokens[Math.floor(number / PER_SESSION)] ?? '')))),
    )
  }
  return open
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<{ token: string }> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { token: string }
}

/** Sessions of guests, one for each four streams. */
async function startSessions(server: BenchServer): Promise<string[]> {
  const store = await openStore(server.file, {})
  const { id: workspaceId } = await findWorkspace(store.read, undefined)
  const { key } = await store.write((tx) =>
    createKey(tx, bench, { workspaceId, kind: 'publishable', name: 'bench' }, Date.now()),
  )
  await store.close()
  const tokens: string[] = []
  for (let number = 0; number < Math.ceil(STREAMS / PER_SESSION); number++)
    tokens.push((await post(`${server.url}/widget/sessions`, { 'x-service-key': key }, {})).token)
  return tokens
}

/** Memory with all streams open, in MiB, and the share of a processor that they take while nothing happens. */
async function cost(server: BenchServer): Promise<{ resident: number; idle: number }> {
  await sleep(SETTLE_MS)
  const [from, begun] = [server.cpu().all, performance.now()]
  await sleep(IDLE_MS)
  const idle = (server.cpu().all - from) / (performance.now() - begun)
  return { resident: server.residentMiB(), idle }
}

const text = ({ resident, idle }: { resident: number; idle: number }, before: number) =>
  `${resident.toFixed(0)} MiB (${before.toFixed(0)} before the first), idle ${(idle * 100).toFixed(1)} % of a processor`

const bare = await startBareStreams()
const bareBefore = bare.residentMiB()
const bareStreams = await openStreams(`${bare.url}/events`, [])
const bareCost = await cost(bare)
for (const { request } of bareStreams) request.destroy()
await bare.stop()

const limits = `network=${2 * STREAMS + 500},all=${2 * STREAMS + 500},streams=${STREAMS}`
const server = await startStorewire(['--connection-limits', limits])
try {
  const tokens = await startSessions(server)
  const before = server.residentMiB()
  const streams = await openStreams(`${server.url}/widget/events`, tokens)
  const own = await cost(server)
  await post(`${server.url}/widget/messages`, { authorization: `Bearer ${tokens[0]}` }, { text: 'Hello' })
  await sleep(SETTLE_MS)
  const heard = streams.flatMap(({ messages }, number) => (messages > 0 ? [number] : []))
  for (const { request } of streams) request.destroy()
  const ratio = own.resident / bareCost.resident
  report('streams.memory', ratio)
  report('streams.idle', own.idle * 100)
  report('streams.woken', heard.length)
  console.log(`${STREAMS} open streams
bare node:http   ${text(bareCost, bareBefore)}
storewire        ${text(own, before)}
memory, as a ratio: ${ratio.toFixed(2)}
a message woke the streams ${heard.join(', ')} (of its conversation: 0 to ${PER_SESSION - 1})`)
} finally {
  await server.stop()
}

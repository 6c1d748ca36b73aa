// npm run bench:assistant: how long the assistant takes to understand a phrase, and from a message in a chat to its answer, at ten
// turns a second, beside sending a message that nobody answers. Arguments: stored orders (100,000), seconds (20).

import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../src/access/keys.ts'
import { findWorkspace } from '../../src/access/workspaces.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { understand } from '../../src/assistant/understand/understand.ts'
import { signIdentityToken } from '../../src/client/index.ts'
import { MIB } from '../../src/http/settings.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import { orders } from '../../src/objects/types/order.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { createIdentitySecret } from '../../src/widget/identity-secrets.ts'
import { phrases } from '../../test/support/phrases.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const [STORED = 100_000, SECONDS = 20] = process.argv.slice(2).map(Number)
const TURNS_A_SECOND = 10
const CHATS = 40
const BATCH = 1_000
const MB = 1_000_000
const bench = { name: 'bench', origin: 'bench', role: 'owner' } as const

interface Chat {
  /** Sends a message; resolves when the response is there. */
  say(text: string): Promise<void>
  /** Sends a message; resolves when the answer is there. */
  ask(text: string): Promise<void>
}

function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}

function understanding(): number {
  const all = phrases()
  for (const { text } of all) understand(text)
  const begun = process.cpuUsage().user
  for (const { text } of all) understand(text)
  return (process.cpuUsage().user - begun) / 1_000 / all.length
}

async function fill(store: Store, workspaceId: string): Promise<void> {
  for (let from = 0; from < STORED; from += BATCH)
    await store.write((tx) =>
      push(
        tx,
        { resource: orders, workspaceId, hooks },
        Array.from({ length: BATCH }, (_, index) => prepare(orders, order(from + index))),
        Date.now(),
      ),
    )
}

function order(index: number) {
  return {
    id: `o${index}`,
    updatedAt: 1_790_000_000_000 + index,
    number: `#${index}`,
    customerId: `c${index % (STORED / 4)}`,
    status: index % 4 === 0 ? 'shipped' : 'delivered',
    placedAt: 1_790_000_000_000,
    items: [{ id: 'l1', title: 'Merino scarf', quantity: 1, unitPrice: 3_900 }],
  }
}

async function openChat(url: string, key: string, secret: string, customerId: string): Promise<Chat> {
  const identityToken = await signIdentityToken({ secret, customerId })
  const started = await fetch(`${url}/widget/sessions`, {
    method: 'POST',
    headers: { 'x-service-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ identityToken }),
  })
  const { token } = (await started.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const stream = await fetch(`${url}/widget/events`, { headers })
  let answered = () => {}
  void (async () => {
    for await (const chunk of stream.body ?? [])
      if (Buffer.from(chunk).toString().includes('"author":"assistant"')) answered()
  })().catch(() => {})
  const say = async (text: string) => {
    const response = await fetch(`${url}/widget/messages`, { method: 'POST', headers, body: JSON.stringify({ text }) })
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  return {
    say,
    ask: async (text) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      answered = resolve
      await say(text)
      await promise
    },
  }
}

/** Milliseconds of each turn, begun at set times, so that slow turns do not lower the rate. */
async function measure(chats: Chat[], turn: (chat: Chat) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  const turns: Promise<void>[] = []
  const begun = performance.now()
  for (let number = 0; number < SECONDS * TURNS_A_SECOND; number++) {
    await sleep(Math.max(0, begun + (number * 1_000) / TURNS_A_SECOND - performance.now()))
    const chat = chats[number % chats.length]
    if (!chat) continue
    const from = performance.now()
    turns.push(turn(chat).then(() => void times.push(performance.now() - from)))
  }
  await Promise.all(turns)
  return times
}

/** Megabytes. Pages of the program's file count, too: other processes share them, and the system can drop them. */
const memoryOf = (server: BenchServer) => ({
  all: (server.residentMiB() * MIB) / MB,
  own: (server.anonymousMiB() * MIB) / MB,
})
const shown = ({ all, own }: ReturnType<typeof memoryOf>) =>
  `${all.toFixed(0)} MB, ${own.toFixed(0)} MB without pages of files`

const perPhrase = understanding()
report('assistant.understand', perPhrase)
console.log(`understanding a phrase: ${perPhrase.toFixed(2)} ms of processor time`)

const server = await startStorewire()
try {
  const store = await openStore(server.file, {})
  const { id: workspaceId } = await findWorkspace(store.read, undefined)
  await fill(store, workspaceId)
  const now = Date.now()
  const { key, secret } = await store.write(async (tx) => ({
    key: (await createKey(tx, bench, { workspaceId, kind: 'publishable', name: 'bench' }, now)).key,
    secret: (await createIdentitySecret(tx, bench, workspaceId, createSealer(undefined), now)).secret,
  }))
  // Customers whose messages nobody answers wait for people, so that the assistant's are others.
  const open = (offset: number) =>
    Promise.all(
      Array.from({ length: CHATS }, (_, index) => openChat(server.url, key, secret, `c${index * 7 + offset}`)),
    )
  const [quiet, chats] = [await open(0), await open(1)]
  const switchAssistant = (enabled: boolean) =>
    store.write((tx) => changeAssistantSettings(tx, bench, { workspaceId, change: { enabled } }, Date.now()))
  await switchAssistant(false)
  const alone = await measure(quiet, (chat) => chat.say('Where is my order?'))
  const before = memoryOf(server)
  await switchAssistant(true)
  await store.close()
  await Promise.all(chats.map((chat) => chat.ask('Hello')))
  const turns = await measure(chats, (chat) => chat.ask('Where is my order?'))
  const ratio = median(turns) / median(alone)
  report('assistant.turn', ratio)
  report('assistant.p99', percentile(turns, 0.99))
  console.log(`${STORED} orders, ${TURNS_A_SECOND} turns a second for ${SECONDS} s`)
  console.log(`  message, not answered  ${median(alone).toFixed(1)} ms, p99 ${percentile(alone, 0.99).toFixed(1)} ms`)
  console.log(`  message to answer      ${median(turns).toFixed(1)} ms, p99 ${percentile(turns, 0.99).toFixed(1)} ms`)
  console.log(`  ratio                  ${ratio.toFixed(2)}`)
  const after = memoryOf(server)
  report('assistant.memory', after.all - before.all)
  console.log(`  memory, not answered   ${shown(before)}\n  memory, answered       ${shown(after)}`)
  console.log(`  more                   ${shown({ all: after.all - before.all, own: after.own - before.own })}`)
} finally {
  await server.stop()
}
process.exit()

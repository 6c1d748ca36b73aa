import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createKey } from '../../src/access/keys.ts'
import { createEndpoint } from '../../src/events/change-endpoints.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { begin, call, end } from './lives.ts'
import { addWorkspace, owner, testClock } from './server.ts'

/** Visitors who write at the same time, each in chat after chat. */
const VISITORS = 6
/** Longest time between a ready server and its kill. */
const MAX_LIFE_MS = 1_000
/** Longest time until the events of all chats have arrived after the last kill: tries wait 5 s and 5 min. */
const MOST_MS = 60_000
const LOOK_MS = 100

export interface EventReport {
  kills: number
  /** Chats that wait. */
  waiting: number
  /** Requests, each with an event. */
  received: number
}

/**
 * Visitors write to people on a server that is ended by SIGKILL at random moments and started again. Asserts that each waiting chat has
 * one event, which has arrived at least once, and with the same id each time.
 */
export async function waitThroughKills(
  file: string,
  kills: number,
  onKill: (kill: number) => void = () => {},
): Promise<EventReport> {
  /** By chat the ids of its events, one a request. */
  const received = new Map<string, string[]>()
  const receiver = createServer(async (request, response) => {
    const { type, id, data } = JSON.parse(await text(request))
    if (type === 'conversation.waiting') {
      const { conversationId } = data
      received.set(conversationId, [...(received.get(conversationId) ?? []), id])
    }
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  let life = await begin(file)
  const key = await prepare(file, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`)
  let isOver = false
  const visit = async () => {
    while (!isOver) {
      // A connection that breaks is a kill: the chat may be there all the same.
      const session = { 'x-service-key': key }
      const chat = call<{ token: string }>(life.url, '', 'POST', '/widget/sessions', {}, session)
      await chat
        .then(({ token }) => call(life.url, token, 'POST', '/widget/messages', { text: 'Is anybody there?' }))
        .catch((error) => (error instanceof TypeError ? sleep(LOOK_MS) : Promise.reject(error)))
    }
  }
  const visits = Promise.all(Array.from({ length: VISITORS }, visit))
  visits.catch(() => {})
  try {
    for (let kill = 0; kill < kills; kill++) {
      await sleep(Math.random() * MAX_LIFE_MS)
      await end(life, 'SIGKILL')
      life = await begin(file)
      onKill(kill + 1)
    }
    isOver = true
    await visits
    const waiting = waitingChats(file)
    const until = Date.now() + MOST_MS
    while (waiting.some((id) => !received.has(id)) && Date.now() < until) await sleep(LOOK_MS)
    assert.deepEqual(
      waiting.filter((id) => !received.has(id)),
      [],
    )
    for (const [chat, ids] of received) assert.equal(new Set(ids).size, 1, chat)
    return { kills, waiting: waiting.length, received: [...received.values()].flat().length }
  } finally {
    isOver = true
    await end(life, 'SIGTERM')
    receiver.closeAllConnections()
    receiver.close()
  }
}

/** A test workspace, so that its endpoint may be on this machine, if an operator has made it. @returns its publishable key */
async function prepare(file: string, url: string): Promise<string> {
  const store = await openStore(file, {})
  const now = Date.now()
  const { workspaceId } = await addWorkspace(store, 'shop', testClock(now), { test: true })
  const by = { sealer: createSealer(undefined), policy: { allowPrivate: false, allowEndpoints: [] } }
  const { key } = await store.write(async (tx) => {
    await createEndpoint(tx, { ...owner, isOperator: true }, workspaceId, { url }, by, now)
    return createKey(tx, owner, { workspaceId, kind: 'publishable', name: 'chats' }, now)
  })
  await store.close()
  return key
}

function waitingChats(file: string): string[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[], string>(`SELECT id FROM conversations WHERE mode = 'waiting'`).pluck().all()
  } finally {
    db.close()
  }
}

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createKey } from '../../src/access/keys.ts'
import { findWorkspace } from '../../src/access/workspaces.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { begin, call, end, type Life } from './lives.ts'

const CHATS = 6
/** Longest time between a ready server and its kill. */
const MAX_LIFE_MS = 500
/** Time between two looks for an answer. */
const LOOK_MS = 50

export interface ChatReport {
  kills: number
  /** Messages of customers, each with its one answer. */
  answered: number
}

/**
 * Chats with the assistant on a server that is ended by SIGKILL at random moments and started again, until `kills` crashes have happened.
 * Asserts that every message that was accepted has one answer, neither none nor two.
 */
export async function chatThroughKills(
  file: string,
  kills: number,
  onKill: (kill: number) => void = () => {},
): Promise<ChatReport> {
  let life = await begin(file)
  const key = await publishableKey(file)
  let isOver = false
  let restarted = Promise.withResolvers<void>()

  /** Repeats a call until a server has answered it. */
  const persistently = async <T>(act: (url: string) => Promise<T>): Promise<T> => {
    for (;;) {
      const next = restarted.promise
      try {
        return await act(life.url)
      } catch (error) {
        // fetch throws a TypeError if the connection breaks. A wrong response is a fault.
        if (!(error instanceof TypeError)) throw error
        await next
      }
    }
  }
  const chat = async (number: number) => {
    const { token } = await persistently((url) =>
      call<{ token: string }>(url, '', 'POST', '/widget/sessions', {}, { 'x-service-key': key }),
    )
    for (let index = 0; !isOver; index++) {
      const keyed = { 'idempotency-key': `${number}_${index}` }
      await persistently((url) => call(url, token, 'POST', '/widget/messages', { text: 'Hello' }, keyed))
      for (;;) {
        const { messages } = await persistently((url) =>
          call<{ messages: { author: string }[] }>(url, token, 'GET', '/widget/conversation'),
        )
        if (messages.at(-1)?.author === 'assistant') break
        await sleep(LOOK_MS)
      }
    }
  }

  const chats = Promise.all(Array.from({ length: CHATS }, (_, number) => chat(number)))
  // A fault fails the test at the await below. Before that, the rejection must not end the process.
  chats.catch(() => {})
  try {
    for (let crash = 0; crash < kills; crash++) {
      await sleep(Math.random() * MAX_LIFE_MS)
      life = await restart(life, file)
      restarted.resolve()
      restarted = Promise.withResolvers()
      onKill(crash + 1)
    }
    isOver = true
    await chats
    return { kills, answered: countAnswers(file) }
  } finally {
    isOver = true
    await end(life, 'SIGTERM')
    restarted.resolve()
  }
}

async function restart(life: Life, file: string): Promise<Life> {
  await end(life, 'SIGKILL')
  return begin(file)
}

async function publishableKey(file: string): Promise<string> {
  const store = await openStore(file, {})
  const actor = { name: 'test', origin: 'test', role: 'owner' } as const
  const { id: workspaceId } = await findWorkspace(store.read, undefined)
  const made = { workspaceId, kind: 'publishable', name: 'chats' } as const
  const { key } = await store.write((tx) => createKey(tx, actor, made, Date.now()))
  await store.close()
  return key
}

/** Customers wait for the answer before they write again, so the authors take turns. */
function countAnswers(file: string): number {
  const db = new Database(file, { readonly: true })
  try {
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    const rows = db
      .prepare<[], { conversation_id: string; author: string }>(
        'SELECT conversation_id, author FROM messages ORDER BY id',
      )
      .all()
    const byChat = Map.groupBy(rows, ({ conversation_id }) => conversation_id)
    for (const [id, messages] of byChat)
      messages.forEach(({ author }, index) => {
        assert.equal(author, index % 2 === 0 ? 'customer' : 'assistant', `message ${index + 1} of ${id}`)
      })
    return rows.length / 2
  } finally {
    db.close()
  }
}

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createKey } from '../../src/access/keys.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { signIdentityToken } from '../../src/client/index.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { changeRefundSettings, createRefundSecret } from '../../src/refunds/change-settings.ts'
import { randomFrom } from '../../src/sample-shop/repeatable.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { createIdentitySecret } from '../../src/widget/identity-secrets.ts'
import { begin, call, end, type Life } from './lives.ts'
import { addWorkspace, owner, testClock } from './server.ts'
import { AUTOMATIC } from './shop.ts'
import { type StoreEndpoint, startStoreEndpoint } from './store-endpoint.ts'

const CHATS = 6
/** Customers at the same time who want their money back. */
const BUYERS = 4
/** What they write before they press a button, or instead. */
const TYPED = ['yes', 'Yes, I confirm the refund of 12.50 EUR', 'ja, bitte erstatten', 'OK do it'] as const
/** The longest time that an ordered refund may take after the last kill. */
const MOST_MS = 60_000
/** Longest time between a ready server and its kill. */
const MAX_LIFE_MS = 1_000
/** Time between two looks for an answer. */
const LOOK_MS = 50

export interface ChatReport {
  kills: number
  /** Messages of customers, each with its one answer. */
  answered: number
  /** Refunds that the assistant has offered, and those that their customers have confirmed. */
  offered: number
  confirmed: number
}

interface Shown {
  messages: { author: string }[]
  refund: { actionId: string; amount: number; currency: string } | null
}

/**
 * Chats with the assistant on a server that is ended by SIGKILL at random moments and started again, until `kills` crashes have happened.
 * Asserts that every message that was accepted has one answer, neither none nor two, and that the shop was asked for exactly the refunds
 * whose amounts their customers have confirmed, each once.
 */
export async function chatThroughKills(
  file: string,
  kills: number,
  onKill: (kill: number) => void = () => {},
): Promise<ChatReport> {
  const closing: (() => Promise<void>)[] = []
  let refundSecret = ''
  const endpoint = await startStoreEndpoint(
    { after: (close) => void closing.push(close) },
    { secret: () => refundSecret, tls: false },
  )
  let life = await begin(file)
  const shop = await prepareShop(file, endpoint)
  refundSecret = shop.refundSecret
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
  let keys = 0
  const opened = async (customerId?: string) => {
    const { token } = await persistently(async (url) => {
      const identityToken = customerId && (await signIdentityToken({ secret: shop.identitySecret, customerId }))
      const body = identityToken ? { identityToken } : {}
      return call<{ token: string }>(url, '', 'POST', '/widget/sessions', body, {
        'x-service-key': shop.publishableKey,
      })
    })
    const send = (path: string, body: object) => {
      const keyed = { 'idempotency-key': `${keys++}` }
      return persistently((url) => call(url, token, 'POST', path, body, keyed))
    }
    return {
      send,
      ask: async (text: string): Promise<Shown> => {
        await send('/widget/messages', { text })
        for (;;) {
          const shown = await persistently((url) => call<Shown>(url, token, 'GET', '/widget/conversation'))
          if (spokenIn(shown.messages).at(-1)?.author === 'assistant') return shown
          await sleep(LOOK_MS)
        }
      },
    }
  }
  const chat = async () => {
    const { ask } = await opened()
    // Each asks at least once, also if the last kill came before its session was open.
    do await ask('Hello')
    while (!isOver)
  }

  const random = randomFrom(1)
  let offered = 0
  /** The amounts that customers confirm, before the call: a kill may come between its work and its response. */
  const confirmed = new Map<string, number>()
  const buy = async (number: number) => {
    for (let index = 0; !isOver; index++) {
      const customerId = `buyer${number}_${index}`
      const items = [{ id: 'l1', title: 'Mug', quantity: 1, unitPrice: 1_250 }]
      const order = {
        id: customerId,
        updatedAt: 1,
        customerId,
        currency: 'EUR',
        total: 1_250,
        status: 'delivered',
        placedAt: Date.now(),
        items,
      }
      await persistently((url) => call(url, shop.key, 'POST', '/orders', { data: [order] }))
      const { ask, send } = await opened(customerId)
      const { refund } = await ask('My mug is broken, I want my money back')
      if (!refund) continue
      offered++
      const { actionId, amount, currency } = refund
      if (random.chance(0.4)) await ask(random.pick(TYPED))
      const path = `/widget/refunds/${actionId}`
      const dice = random.int(1, 4)
      if (dice === 1) await assert.rejects(send(`${path}/confirm`, { amount: amount + 1, currency }), /: 409 /)
      else if (dice === 2) await send(`${path}/decline`, {})
      else if (dice === 3) {
        confirmed.set(actionId, amount)
        await send(`${path}/confirm`, { amount, currency })
      }
    }
  }

  const chats = Promise.all([
    ...Array.from({ length: CHATS }, () => chat()),
    ...Array.from({ length: BUYERS }, (_, number) => buy(number)),
  ])
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
    await judgeRefunds(endpoint, confirmed)
    return { kills, answered: countAnswers(file), offered, confirmed: confirmed.size }
  } finally {
    isOver = true
    await end(life, 'SIGTERM')
    restarted.resolve()
    for (const close of closing) await close()
  }
}

async function restart(life: Life, file: string): Promise<Life> {
  await end(life, 'SIGKILL')
  return begin(file)
}

/** A workspace whose assistant may offer refunds; a test workspace, so that its endpoint may be on this machine. */
async function prepareShop(file: string, { url }: StoreEndpoint) {
  const store = await openStore(file, {})
  const now = Date.now()
  const sealer = createSealer(undefined)
  const { workspaceId, key } = await addWorkspace(store, 'shop', testClock(now), { test: true })
  // The servers are started without options, so an operator has to set the address.
  const policy = { allowPrivate: false, allowEndpoints: [] }
  const operator = { ...owner, isOperator: true }
  const secrets = await store.write(async (tx) => ({
    publishableKey: (await createKey(tx, owner, { workspaceId, kind: 'publishable', name: 'chats' }, now)).key,
    identitySecret: (await createIdentitySecret(tx, owner, workspaceId, sealer, now)).secret,
    refundSecret: await createRefundSecret(tx, owner, workspaceId, sealer, now),
  }))
  const change = { ...AUTOMATIC, endpointUrl: url, enabled: true }
  await store.write((tx) => changeRefundSettings(tx, operator, workspaceId, change, policy, now))
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, now))
  await store.close()
  return { key, ...secrets }
}

/** Waits until every confirmed refund was made; each was asked for with its amount, and no other one was. */
async function judgeRefunds({ requests, refunds }: StoreEndpoint, confirmed: Map<string, number>): Promise<void> {
  for (const until = Date.now() + MOST_MS; refunds.size < confirmed.size && Date.now() < until; ) await sleep(LOOK_MS)
  for (const { body } of requests)
    if (body.type === 'refund.create') assert.equal(body.data.amount, confirmed.get(body.data.actionId))
  assert.deepEqual(
    [...refunds],
    [...refunds.keys()].map((id) => [id, 1]),
  )
  assert.deepEqual([...refunds.keys()].sort(), [...confirmed.keys()].sort())
}

/** What people and the assistant have said, without the messages about refunds. */
function spokenIn<T extends { author: string }>(messages: T[]): T[] {
  return messages.filter(({ author }) => author !== 'system')
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
    const spoken = spokenIn(rows)
    const byChat = Map.groupBy(spoken, ({ conversation_id }) => conversation_id)
    for (const [id, messages] of byChat)
      messages.forEach(({ author }, index) => {
        assert.equal(author, index % 2 === 0 ? 'customer' : 'assistant', `message ${index + 1} of ${id}`)
      })
    return spoken.length / 2
  } finally {
    db.close()
  }
}

// npm run bench:inbox: how long it takes from the key `j` in the inbox until the next chat is drawn, in a browser, with many chats stored.
//
//   -- --chats 10000 --keys 40

import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { chromium, type Page } from 'playwright-core'
import { newOrderedId } from '../../src/lib/ids.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import { LAUNCH } from '../../test/support/browser.ts'
import { signIn } from './console-shop.ts'
import { median } from './load.ts'
import { benchOrder } from './orders.ts'
import { type BenchServer, startStorewire } from './servers.ts'

const { values } = parseArgs({
  options: { chats: { type: 'string', default: '10000' }, keys: { type: 'string', default: '40' } },
})
const CHATS = Number(values.chats)
const KEYS = Number(values.keys)
/** Keys before those that count: the browser compiles the scripts. */
const WARM_UP = 5
/** Every so many chats one waits. */
const WAITING = 100
/** Objects of a push. */
const AT_ONCE = 25
/** Messages of a chat. */
const MESSAGES = 30

/** Writes chats of customers who have an order each, with long threads; some of them wait. */
async function fill(server: BenchServer): Promise<void> {
  const customers = Array.from({ length: WAITING }, (_, index) => `customer-${index}`)
  const push = async (type: string, data: object[]) => {
    for (let from = 0; from < data.length; from += AT_ONCE) {
      const response = await fetch(`${server.url}/${type}`, {
        method: 'POST',
        headers: { ...server.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ data: data.slice(from, from + AT_ONCE) }),
      })
      if (!response.ok) throw new Error(`${type}: ${response.status} ${await response.text()}`)
    }
  }
  await push(
    'customers',
    customers.map((id, index) => ({ id, updatedAt: '2026-03-01T09:30:00Z', name: `Customer ${index}` })),
  )
  await push(
    'orders',
    customers.map((customerId, index) => ({ ...benchOrder(index), customerId })),
  )
  const db = new Database(server.file, { timeout: 60_000 })
  const workspaceId = db.prepare('SELECT id FROM workspaces').pluck().get()
  const chat = db.prepare(
    `INSERT INTO conversations (id, workspace_id, customer_id, trial, created_at, mode, last_event, waiting_since)
     VALUES (?, ?, ?, 0, ?, ?, ?, ?)`,
  )
  const message = db.prepare('INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES (?, ?, ?, ?, ?)')
  const begun = Date.now() - DAY_MS
  db.transaction(() => {
    for (let index = 0; index < CHATS; index++) {
      const at = begun + index
      const isWaiting = index % WAITING === 0
      const id = newOrderedId('conv', at)
      const events = Array.from({ length: MESSAGES }, () => newOrderedId('msg', at))
      const customerId = customers[Math.floor(index / WAITING) % customers.length]
      const mode = isWaiting ? 'waiting' : index % 2 === 0 ? 'assistant' : 'closed'
      chat.run(id, workspaceId, customerId, at, mode, events.at(-1)?.slice(4), isWaiting ? at : null)
      for (const [turn, event] of events.entries())
        message.run(event, id, turn % 2 === 0 ? 'customer' : 'assistant', `Where is my order? ${index}.${turn}`, at)
    }
  })()
  db.close()
}

/** Presses `j`. @returns milliseconds until the frame in which the thread of another chat is drawn */
function next(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const shown = () => document.querySelector('[role=log] li:last-child bdi')?.textContent
    const before = shown()
    const begun = performance.now()
    const look = () => {
      const text = shown()
      if (text === undefined || text === before) return requestAnimationFrame(look)
      // The frame in which it is drawn ends before the next task.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
    }
    dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
    requestAnimationFrame(look)
  })`)
}

const server = await startStorewire()
const browser = await chromium.launch(LAUNCH)
try {
  await fill(server)
  const [cookie = ''] = await signIn(server, 1)
  const [name = '', value = ''] = cookie.split('=')
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const url = new URL('/console', server.url).href
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
  await page.goto(`${url}/chats`)
  await page.getByRole('listitem').filter({ hasText: 'Where is my order?' }).first().waitFor()
  const times: number[] = []
  for (let key = 0; key < WARM_UP + KEYS; key++) {
    const ms = await next(page)
    if (key >= WARM_UP) times.push(ms)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const ms = (time = Number.NaN) => `${time.toFixed(0)} ms`
  console.log(`${CHATS} chats stored, ${KEYS} keys: from the key to the drawn chat, median ${ms(median(times))}, \
p95 ${ms(sorted[Math.floor(KEYS * 0.95)])}, longest ${ms(sorted.at(-1))}`)
} finally {
  await browser.close()
  await server.stop()
}

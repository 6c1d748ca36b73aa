import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createKey } from '../../../src/access/keys.ts'
import { createWorkspace } from '../../../src/access/workspaces.ts'
import { changeAssistantSettings } from '../../../src/assistant/settings.ts'
import { addMessage } from '../../../src/conversations/conversations.ts'
import { systemClock } from '../../../src/lib/time.ts'
import { prepare as prepared } from '../../../src/objects/prepare.ts'
import { orders } from '../../../src/objects/types/order.ts'
import { products } from '../../../src/objects/types/product.ts'
import { upsert } from '../../../src/objects/upsert.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { createSession } from '../../../src/widget/sessions.ts'
import { builtProgram } from '../../../test/support/program.ts'
import { firstLine } from '../../bench/first-line.ts'
import { startFlags } from '../../start-flags.ts'
import { end, forkFile, own, temporaryFolder } from './processes.ts'
import type { Target } from './target.ts'

/** A server that uses more memory ends: other programs of the machine need it. */
const MOST_HEAP_MIB = 2_048
const GUESTS = 1_250
const CUSTOMER_SESSIONS = 60
/** Chats of one network with the assistant of another shop, which has so many products. */
const ASKING = 10
const PRODUCTS = 1_000
/** Chats of the shop with the largest orders, which has so many of them. */
const LARGE_CHATS = 100
const LARGE_ORDERS = 20
/** The most messages that a chat shows. */
const LONG = 200

/** storewire with its default limits, in a process of its own, on a fresh database with four workspaces. */
export interface Stage {
  server: ChildProcess
  port: number
  /** The secret key of the shop that must not be disturbed. */
  shopKey: string
  /** What attackers know of it, except their own address. */
  target: Omit<Target, 'from'>
  /** Bytes that the database takes on the disk now. */
  bytesOnDisk(): number
  stop(): Promise<void>
}

export async function startStage(): Promise<Stage> {
  const { folder, remove } = temporaryFolder()
  const file = join(folder, 'attack.db')
  const known = await prepare(file)
  // The bundle, as it is delivered, and without the source maps of tests: a checkout compiles TypeScript when threads start and at the first chat.
  const flags = [`--max-old-space-size=${MOST_HEAP_MIB}`, ...startFlags]
  const program = join(dirname(await builtProgram()), 'dist/package/storewire.js')
  const args = [...flags, program, 'serve', '--port', '0', '--json', '--db', file]
  // With a line for each request, as in production.
  const log = openSync(join(folder, 'log'), 'a')
  const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('STOREWIRE_')))
  // As in the systemd unit and the image.
  const malloc = {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: String(16 * 1024 * 1024),
    MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  }
  const env = { ...malloc, ...given }
  const server = own(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', log], env }))
  closeSync(log)
  const port = Number(new URL((JSON.parse(await firstLine(server)) as { url: string }).url).port)
  return {
    server,
    port,
    shopKey: known.shopKey,
    target: { ...known.target, port },
    bytesOnDisk: () =>
      [file, `${file}-wal`].reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0),
    stop: async () => {
      await end(server)
      remove()
    },
  }
}

/** A server that receives the attackers' calls and does nothing. */
export async function startDummy(): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = forkFile('dummy.ts')
  const [port] = (await once(child, 'message')) as [number]
  return { port, stop: () => end(child) }
}

async function prepare(file: string): Promise<{ shopKey: string; target: Omit<Target, 'from' | 'port'> }> {
  const store = await openStore(file, { create: true })
  const now = systemClock.now()
  const actor = { name: 'soak', origin: 'soak', role: 'owner' } as const
  try {
    return await store.write(async (tx) => {
      const workspace = async (name: string) =>
        (await createWorkspace(tx, actor, { name, plan: 'scale', test: false }, now)).id
      const key = async (workspaceId: string, kind: 'secret' | 'publishable') =>
        (await createKey(tx, actor, { workspaceId, kind, name: kind }, now)).key
      const [shop, other] = [await workspace('shop'), await workspace('other')]
      const answering = await workspace('answering')
      await changeAssistantSettings(tx, actor, { workspaceId: answering, change: { enabled: true } }, now)
      await upsert(tx, products, answering, manyProducts(), now)
      const session = async (customerId: string | null, workspaceId = shop) => {
        const visit = { visitorId: null, pageUrl: null, locale: null }
        return createSession(tx, { workspaceId, customerId, guestToken: null, visit, networkHash: null }, now)
      }
      const write = async (conversationId: string, text: string) => {
        for (let index = 0; index < LONG; index++)
          await addMessage(tx, conversationId, { author: 'customer', text }, now)
      }
      const tokens = async (number: number, customerId: string | null, workspaceId = shop) => {
        const made = []
        for (let index = 0; index < number; index++) made.push(await session(customerId, workspaceId))
        return made
      }
      const [long] = await tokens(1, null)
      if (long) await write(long.session.conversationId, '\u{1F9E8}'.repeat(10_000))
      const customers = await tokens(CUSTOMER_SESSIONS, 'c_1')
      if (customers[0]) await write(customers[0].session.conversationId, '\u{1F9E8}'.repeat(4_000))
      const guests = await tokens(GUESTS, null)
      const asking = await tokens(ASKING, null, answering)
      const large = await workspace('large')
      await changeAssistantSettings(tx, actor, { workspaceId: large, change: { enabled: true } }, now)
      await upsert(tx, products, large, [largeProduct()], now)
      for (let index = 0; index < LARGE_ORDERS; index++) await upsert(tx, orders, large, [largeOrder(index)], now)
      const buying = await tokens(LARGE_CHATS / 2, 'c_0', large)
      const looking = await tokens(LARGE_CHATS / 2, null, large)
      return {
        shopKey: await key(shop, 'secret'),
        target: {
          secretKey: await key(other, 'secret'),
          publishableKey: await key(shop, 'publishable'),
          guests: guests.map(({ token }) => token),
          longGuest: long?.token ?? '',
          customers: customers.map(({ token }) => token),
          asking: asking.map(({ token }) => token),
          large: {
            secretKey: await key(large, 'secret'),
            chats: buying.flatMap(({ token }, index) => [token, looking[index]?.token ?? '']),
          },
        },
      }
    })
  } finally {
    await store.close()
  }
}

/** Mugs, each with a name of its own in four sizes. */
function manyProducts() {
  return Array.from({ length: PRODUCTS }, (_, index) => {
    const name = `stone${letter(index)}${letter(index / 26)}`
    const variants = Array.from({ length: 4 }, (_, size) => ({
      id: `v${size}`,
      sku: `${name}-${size}`,
      price: 1_000,
      stock: size,
      options: { Size: ['S', 'M', 'L', 'XL'][size] ?? '' },
    }))
    return prepared(products, { id: `p${index}`, updatedAt: 1, title: `Mug ${name}`, currency: 'EUR', variants })
  })
}

/** An order of 3.7 MB: each customer has four of them. */
function largeOrder(index: number) {
  const custom = Object.fromEntries(Array.from({ length: 7 }, (_, entry) => [`entry${entry}`, 'x'.repeat(480)]))
  const items = Array.from({ length: 1_000 }, (_, item) => ({
    id: `i${item}`,
    title: `Mug ${item} ${'stone '.repeat(40)}`,
    quantity: 1,
    unitPrice: 1_000,
    custom,
  }))
  const customerId = `c_${Math.floor(index / 4)}`
  return prepared(orders, {
    id: `o${index}`,
    updatedAt: 1,
    number: `10${index}`,
    status: 'processing',
    customerId,
    items,
  })
}

/** A product of 1.8 MB. */
function largeProduct() {
  const long = (value: number) => `${value}`.padEnd(250, 'y')
  const variants = Array.from({ length: 1_000 }, (_, index) => ({
    id: `v${index}`,
    sku: `bowl-${index}`,
    price: 1_000,
    stock: 1,
    options: Object.fromEntries(Array.from({ length: 8 }, (_, option) => [`Option ${option}`, long(index % 50)])),
  }))
  return prepared(products, { id: 'bowl', updatedAt: 1, title: 'Bowl', currency: 'EUR', variants })
}

const letter = (index: number) => String.fromCharCode(97 + (Math.floor(index) % 26))

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createKey } from '../../../src/access/keys.ts'
import { createWorkspace } from '../../../src/access/workspaces.ts'
import { changeAssistantSettings } from '../../../src/assistant/settings.ts'
import { addMessage } from '../../../src/conversations/conversations.ts'
import { systemClock } from '../../../src/lib/time.ts'
import { prepare as prepared } from '../../../src/objects/prepare.ts'
import { push } from '../../../src/objects/push.ts'
import { orders } from '../../../src/objects/types/order.ts'
import { products } from '../../../src/objects/types/product.ts'
import { hooks } from '../../../src/serve/features.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { createSession } from '../../../src/widget/sessions.ts'
import { builtProgram } from '../../../test/support/program.ts'
import { firstLine } from '../../bench/first-line.ts'
import { startFlags } from '../../start-flags.ts'

/** A server that uses more memory ends: other programs of the machine need it. */
const MOST_HEAP_MIB = 2_048
const GUESTS = 1_250
/** Chats of one network with the assistant of another shop, which has so many products. */
const ASKING = 10
/** As many customers as uploads can run at the same time. */
const CUSTOMERS = 8
const PRODUCTS = 1_000
const LARGE_ORDERS = 4
/** The most messages that a chat shows. */
const LONG = 200

/** What an attacker knows of a server. It crosses a process boundary, so it is plain data. */
export interface Target {
  port: number
  /** The attacker's own address, such as 127.0.0.21, in another network than the shop's. */
  from: string
  /** The secret key of a workspace of the attacker's own, with four orders of 3.7 MB. */
  secretKey: string
  /** The publishable key on the pages of the shop. */
  publishableKey: string
  /** Tokens of guests' chat sessions, which an attacker can collect in a day. */
  guests: string[]
  /** The token of a guest whose chat has the greatest length. */
  longGuest: string
  /** Tokens of guests of a shop whose assistant answers. */
  asking: string[]
  /** Tokens of customers of that shop, each with a chat of their own. */
  customers: string[]
}

/** storewire with its default limits, in a process of its own, on a fresh database with three workspaces. */
export interface Stage {
  server: ChildProcess
  /** The secret key of the shop that must not be disturbed. */
  shopKey: string
  target: Omit<Target, 'from'>
  stop(): Promise<void>
}

export async function startStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-attack-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const file = join(folder, 'attack.db')
    const { shopKey, target } = await prepare(file)
    // The bundle, as it is delivered: a checkout compiles TypeScript when threads start and at the first chat.
    const flags = [`--max-old-space-size=${MOST_HEAP_MIB}`, ...startFlags]
    const program = join(dirname(await builtProgram()), 'dist/package/storewire.js')
    // With a line for each request, as in production.
    const log = openSync(join(folder, 'log'), 'a')
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('STOREWIRE_')))
    const server = spawn(process.execPath, [...flags, program, 'serve', '--port', '0', '--json', '--db', file], {
      stdio: ['ignore', 'pipe', log],
      // The limits of the C library in the systemd unit and the image.
      env: {
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: String(16 * 1024 * 1024),
        MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
        ...env,
      },
    })
    closeSync(log)
    const kill = () => server.kill('SIGKILL')
    process.once('exit', kill)
    const port = Number(new URL((JSON.parse(await firstLine(server)) as { url: string }).url).port)
    const stop = async () => {
      kill()
      process.off('exit', kill)
      remove()
    }
    return { server, shopKey, target: { ...target, port }, stop }
  } catch (error) {
    remove()
    throw error
  }
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
      const visitors = async (number: number, workspaceId: string, customerIdOf: (index: number) => string | null) => {
        const made = []
        const visit = { visitorId: null, pageUrl: null, locale: null, timeZone: null }
        for (let index = 0; index < number; index++) {
          const visitor = { customerId: customerIdOf(index), guestToken: null, visit, networkHash: null }
          made.push(await createSession(tx, { workspaceId, ...visitor }, now))
        }
        return made
      }
      const guests = (number: number, workspaceId: string) => visitors(number, workspaceId, () => null)
      const [shop, other, answering] = [await workspace('shop'), await workspace('other'), await workspace('answering')]
      await changeAssistantSettings(tx, actor, { workspaceId: answering, change: { enabled: true } }, now)
      await push(tx, { resource: products, workspaceId: answering, hooks }, manyProducts(), now)
      for (let index = 0; index < LARGE_ORDERS; index++)
        await push(tx, { resource: orders, workspaceId: other, hooks }, [largeOrder(index)], now)
      const [long] = await guests(1, shop)
      const text = '\u{1F9E8}'.repeat(10_000)
      for (let index = 0; long && index < LONG; index++)
        await addMessage(tx, long.session.conversationId, { author: 'customer', text }, now)
      const tokens = async (number: number, workspaceId: string) =>
        (await guests(number, workspaceId)).map(({ token }) => token)
      const customers = await visitors(CUSTOMERS, answering, (index) => `c_${index}`)
      return {
        shopKey: await key(shop, 'secret'),
        target: {
          secretKey: await key(other, 'secret'),
          publishableKey: await key(shop, 'publishable'),
          guests: await tokens(GUESTS, shop),
          longGuest: long?.token ?? '',
          asking: await tokens(ASKING, answering),
          customers: customers.map(({ token }) => token),
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

const letter = (index: number) => String.fromCharCode(97 + (Math.floor(index) % 26))

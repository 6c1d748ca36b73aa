import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createConversation } from '../../src/conversations/conversations.ts'
import { hasDueJob, listJobs } from '../../src/jobs/jobs.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { changeRefundSettings, createRefundSecret, type SettingsChange } from '../../src/refunds/change-settings.ts'
import { createShopOutbound, type ShopOutbound } from '../../src/refunds/endpoint/shop-outbound.ts'
import { type Running, startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type Api, addWorkspace, client, owner, type TestClock, tempFolder, testClock, testServices } from './server.ts'
import { AUTOMATIC, ORDER } from './shop.ts'
import { type StoreEndpoint, startStoreEndpoint } from './store-endpoint.ts'

/** Time limit of calls to the endpoint: hanging calls must not slow down the test. */
const LIMIT_MS = 500

/** A file system in memory: the state after a kill does not depend on the disk, and the test is much faster. */
const MEMORY = '/dev/shm'

/** One server process, which a crash ends. */
interface Life {
  file: string
  store: Store
  server: Running
  outbound: ShopOutbound
  api: Pick<Api, 'call' | 'push'>
  /** No request leaves this process after this. */
  kill(): void
  /** Stops like after SIGTERM. */
  end(): Promise<void>
  /** Whether it was stopped or killed. */
  isOver(): boolean
}

/** A shop with many orders, whose server can be restarted and crashed, and whose clock can be set. */
export interface World {
  clock: TestClock
  endpoint: StoreEndpoint
  workspaceId: string
  orders: string[]
  /** The conversation of each order's customer. */
  conversations: Map<string, string>
  /** The current server process. */
  life(): Life
  set(change: SettingsChange): Promise<unknown>
  /** Creates a new signing secret, which the shop uses at once. */
  rotateSecret(): Promise<void>
  /** Stops the server like after SIGTERM, and starts it again. */
  restart(): Promise<void>
  /** Ends the server like after SIGKILL: unwritten data is lost, sent requests are on their way. */
  crash(): Promise<void>
  /** Resolves when nothing is in progress and nothing is due. */
  rest(): Promise<void>
  /** Stops everything before the end of the test. */
  end(): Promise<void>
}

export async function startWorld(t: TestContext, { orders, tls }: { orders: number; tls: boolean }): Promise<World> {
  const folder = await tempFolder(t, existsSync(MEMORY) ? MEMORY : undefined)
  const clock = testClock()
  let secret = ''
  const endpoint = await startStoreEndpoint(t, { secret: () => secret, now: clock.now, tls })
  const policy = { allowPrivate: false, allowEndpoints: [`127.0.0.1:${endpoint.port}`] }
  const allLives: Life[] = []
  let key = ''
  const begin = async (file: string, create = false): Promise<Life> => {
    const begun = await startLife(file, { clock, policy, ca: endpoint.ca, create, key: () => key })
    allLives.push(begun)
    return begun
  }
  const first = await begin(join(folder, 'life-0.db'), true)
  const end = async () => {
    await Promise.all(allLives.map((one) => one.end()))
    await endpoint.close()
  }
  t.after(end)
  let life = first
  const workspace = await addWorkspace(life.store, 'shop', clock, { test: !tls })
  key = workspace.key
  const { workspaceId } = workspace
  const rotateSecret = async () => {
    const made = await life.store.write((tx) =>
      createRefundSecret(tx, owner, workspaceId, createSealer(undefined), clock.now()),
    )
    secret = made
  }
  const set: World['set'] = (change) =>
    life.store.write((tx) => changeRefundSettings(tx, owner, workspaceId, change, policy, clock.now()))
  await rotateSecret()
  await set({ ...AUTOMATIC, endpointUrl: endpoint.url, enabled: true })
  const ids = Array.from({ length: orders }, (_, index) => `o${index}`)
  for (let from = 0; from < orders; from += 25)
    await life.api.push(
      'orders',
      ids.slice(from, from + 25).map((id) => ({ ...ORDER, id })),
    )
  const conversations = new Map<string, string>()
  for (const id of ids) {
    const made = await life.store.write((tx) => createConversation(tx, { workspaceId, customerId: 'c1' }, clock.now()))
    conversations.set(id, made.id)
  }
  return {
    clock,
    endpoint,
    workspaceId,
    orders: ids,
    conversations,
    life: () => life,
    set,
    rotateSecret,
    restart: async () => {
      await life.end()
      life = await begin(life.file)
    },
    crash: async () => {
      const file = join(folder, `life-${allLives.length}.db`)
      life.kill()
      for (const suffix of ['', '-wal'])
        if (existsSync(life.file + suffix)) copyFileSync(life.file + suffix, file + suffix)
      void life.end()
      life = await begin(file)
    },
    rest: () => rest(life, clock),
    end,
  }
}

async function startLife(
  file: string,
  {
    clock,
    policy,
    ca,
    create,
    key,
  }: {
    clock: TestClock
    policy: { allowPrivate: boolean; allowEndpoints: string[] }
    ca: string | undefined
    create: boolean
    key: () => string
  },
): Promise<Life> {
  const store = await openStore(file, { create, serving: true })
  const real = createShopOutbound({ policy, now: clock.now, limitMs: LIMIT_MS, ...(ca === undefined ? {} : { ca }) })
  let isDead = false
  const outbound: ShopOutbound = {
    ...real,
    send: async (call) => {
      if (isDead) throw new Error('this process is dead')
      return real.send(call)
    },
  }
  const services = { ...testServices(store, clock), outbound }
  const server = await startServing(services, { host: '127.0.0.1', port: 0, graceMs: 0 })
  const call: Api['call'] = (...request) => client(server.url, key()).call(...request)
  const push: Api['push'] = (...request) => client(server.url, key()).push(...request)
  let ending: Promise<void> | undefined
  return {
    file,
    store,
    server,
    outbound,
    api: { call, push },
    kill: () => {
      isDead = true
    },
    isOver: () => isDead || ending !== undefined,
    end: () => {
      ending ??= server.stop().then(store.close)
      return ending
    },
  }
}

async function rest({ store, server }: Life, clock: TestClock): Promise<void> {
  for (;;) {
    server.wake()
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    const isDue = await hasDueJob(store.read, clock.now())
    const isRunning = (await listJobs(store.read)).some(({ leaseUntil }) => leaseUntil !== null)
    if (!isDue && !isRunning) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { createKey } from '../../src/access/keys.ts'
import { createPasswords } from '../../src/access/passwords.ts'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { type ConnectionLimits, defaultConnectionLimits } from '../../src/http/connection/connection-limits.ts'
import type { JoinedFeatures } from '../../src/http/feature.ts'
import { createRateLimiter, noRateLimits, type RateLimits } from '../../src/http/limits/rate-limit.ts'
import type { MetricsPage } from '../../src/http/services.ts'
import { defaultSettings, type Settings } from '../../src/http/settings.ts'
import type { Log } from '../../src/lib/log.ts'
import { type Metrics, noMetrics } from '../../src/lib/metrics.ts'
import { createSealer, type Sealer } from '../../src/lib/sealing.ts'
import type { Clock } from '../../src/lib/time.ts'
import { type Mailer, noMailer } from '../../src/mail/mailer.ts'
import type { OutboundOptions } from '../../src/outbound/outbound.ts'
import { createShopOutbound, type ShopOutbound } from '../../src/refunds/endpoint/shop-outbound.ts'
import type { Needed } from '../../src/serve/features.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

/** An actor with all rights. */
export const owner = { name: 'test', origin: 'test', role: 'owner' } as const

/** A clock that only moves when a test sets it. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function testClock(now = Date.parse('2026-03-01T09:30:00Z')): TestClock {
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

interface Line {
  level: string
  message: string
  fields?: Record<string, unknown> | undefined
}

/** A log that keeps its lines for tests; lines of requests are kept separately. */
export interface TestLog extends Log {
  lines: Line[]
  requests: Line[]
}

export function testLog(): TestLog {
  const lines: Line[] = []
  const requests: Line[] = []
  const at = (level: string) => (message: string, fields?: Record<string, unknown>) => {
    const kind = message === 'request' ? requests : lines
    kind.push({ level, message, fields })
  }
  return {
    lines,
    requests,
    debug: at('debug'),
    info: at('info'),
    error: at('error'),
  }
}

export interface Answer {
  status: number
  headers: Headers
  /** The body as text, and parsed if it is JSON. */
  text: string
  // Not typed: tests assert on the shape.
  body: ReturnType<typeof JSON.parse>
}

export interface Api {
  /** `http://127.0.0.1:PORT/api/v1` */
  baseUrl: string
  key: string
  workspaceId: string
  store: Store
  clock: TestClock
  log: TestLog
  outbound: ShopOutbound
  mailer: Mailer
  metrics: Metrics
  sealer: Sealer
  settings: Settings
  /** Makes the scheduler look for due jobs, such as after the clock was moved. */
  wake: () => void
  /** The database file, for a second process. */
  file: string
  /** Calls a path below the base address with the secret key; a `json` body is written as JSON. */
  call(
    method: string,
    path: string,
    options?: { json?: unknown; body?: string | Uint8Array; headers?: Record<string, string> },
  ): Promise<Answer>
  /** Pushes objects and returns the body of the response; throws unless the status is 200. */
  push(
    resource: string,
    data: unknown[],
    query?: string,
  ): Promise<{ results: { id: string; status: string; ignored?: string[] }[] }>
}

export interface ServerOptions {
  limits?: Partial<RateLimits>
  settings?: Partial<Settings>
  requestTimeoutMs?: number
  standstillMs?: number
  /** Limits that differ from the defaults. */
  connectionLimits?: Partial<ConnectionLimits>
  heartbeatMs?: number
  clock?: TestClock
  outbound?: Partial<OutboundOptions>
  /** Default: no mail is sent. */
  mailer?: Mailer
  metrics?: Metrics
  metricsPage?: MetricsPage
  /** 32 bytes; secrets are stored plain without them. */
  encryptionKey?: Buffer
  /** Default: true. Writes do not wait for the disk, and no thread makes checkpoints. */
  disposable?: boolean
  /** Default: all. */
  features?: JoinedFeatures<Needed>
}

/** An empty folder, removed after the test. */
export async function tempFolder(t: TestContext, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'storewire-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Lets tests set many passwords: at the usual cost one takes a third of a second. */
const CHEAP = { ln: 4, r: 8, p: 1 }

/** The services of a server in tests: no limits, no metrics, unencrypted secrets, cheap passwords, calls to public addresses only. */
export function testServices(store: Store, clock: Clock) {
  return {
    store,
    clock,
    log: testLog(),
    metrics: noMetrics,
    metricsPage: undefined,
    limiter: createRateLimiter(noRateLimits, clock),
    settings: defaultSettings,
    outbound: createShopOutbound({ policy: PUBLIC_ONLY, now: clock.now }),
    mailer: noMailer,
    sealer: createSealer(undefined),
    passwords: createPasswords(CHEAP),
  }
}

const PUBLIC_ONLY = { allowPrivate: false, allowEndpoints: [] }

/** All that a database has, for copies of it. */
export function contentOf(file: string): Buffer {
  const copy = new Database(file, { readonly: true })
  try {
    return copy.serialize()
  } finally {
    copy.close()
  }
}

/** A database as a first start makes it. */
let fresh: Buffer | undefined

/** Opens a new database. The first of a process is made by the store, the others are copies of it: that takes half the time. */
async function openNew(file: string, disposable: boolean): Promise<Store> {
  if (fresh) await writeFile(file, fresh, { mode: 0o600 })
  const store = await openStore(file, { create: true, serving: true, disposable })
  fresh ??= contentOf(file)
  return store
}

/** Starts the real server on a real file and a free port, with a workspace and its secret key; stops with the test. */
export async function startServer(t: TestContext, options: ServerOptions = {}): Promise<Api> {
  const file = join(await tempFolder(t), 'test.db')
  const clock = options.clock ?? testClock()
  const store = await openNew(file, options.disposable ?? true)
  const services = {
    ...testServices(store, clock),
    metrics: options.metrics ?? noMetrics,
    metricsPage: options.metricsPage,
    limiter: createRateLimiter({ ...noRateLimits, ...options.limits }, clock),
    settings: {
      ...defaultSettings,
      connectionLimits: { ...defaultConnectionLimits, ...options.connectionLimits },
      ...options.settings,
    },
    outbound: createShopOutbound({ policy: PUBLIC_ONLY, now: clock.now, ...options.outbound }),
    mailer: options.mailer ?? noMailer,
    sealer: createSealer(options.encryptionKey),
  }
  const address = {
    host: '127.0.0.1',
    port: 0,
    graceMs: 0,
    ...(options.requestTimeoutMs ? { requestTimeoutMs: options.requestTimeoutMs } : {}),
    ...(options.standstillMs ? { standstillMs: options.standstillMs } : {}),
    ...(options.heartbeatMs ? { heartbeatMs: options.heartbeatMs } : {}),
  }
  const server = await startServing(services, address, [], options.features)
  t.after(async () => {
    await server.stop()
    await store.close()
  })
  const { workspaceId, key } = await addWorkspace(store, 'shop', clock)
  return {
    ...client(server.url, key),
    baseUrl: server.url,
    key,
    workspaceId,
    store,
    clock,
    log: services.log,
    outbound: services.outbound,
    mailer: services.mailer,
    metrics: services.metrics,
    sealer: services.sealer,
    settings: services.settings,
    file,
    wake: server.wake,
  }
}

/** Another workspace with a secret key of its own. Its assistant is off, so that only tests of the assistant have its answers. */
export async function addWorkspace(
  store: Store,
  name: string,
  clock: Clock,
  { test = false } = {},
): Promise<{ workspaceId: string; key: string }> {
  return store.write(async (tx) => {
    const { id: workspaceId } = await createWorkspace(tx, owner, { name, plan: 'scale', test }, clock.now())
    await changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: false } }, clock.now())
    const { key } = await createKey(tx, owner, { workspaceId, kind: 'secret', name: 'test' }, clock.now())
    return { workspaceId, key }
  })
}

/** The two ways in which tests call a server. */
export function client(baseUrl: string, key: string): Pick<Api, 'call' | 'push'> {
  const call: Api['call'] = async (method, path, { json, body, headers = {} } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${key}`,
        ...(json === undefined && body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    })
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  return {
    call,
    push: async (resource, data, query = '') => {
      const answer = await call('POST', `/${resource}${query}`, { json: { data } })
      if (answer.status !== 200) throw new Error(`push answered ${answer.status}: ${answer.text}`)
      return answer.body
    },
  }
}

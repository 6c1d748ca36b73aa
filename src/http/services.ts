import type { Scheduler } from '../jobs/scheduler.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Store } from '../store/store.ts'
import type { LongBodies } from './body/long-bodies.ts'
import type { Bodies, BodySize } from './body/receive.ts'
import { type ConnectionLimits, defaultConnectionLimits } from './connection/connection-limits.ts'
import type { StreamPlaces } from './connection/stream-places.ts'
import type { Unsent } from './connection/unsent.ts'
import type { Hooks, Part } from './feature.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import type { OnServed } from './request-note.ts'

/** What the operator decided. */
export interface Settings {
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustProxy: number
  /** Most bytes of a body after decompression, for ordinary calls, those that carry much (tickets, bulk), and the chat widget's. */
  maxBody: Record<BodySize, number>
  /** How the API reference calls this server, and the base address it names; null names the one it is read from. */
  title: string
  publicUrl: string | null
  /** Whether the request log keeps bodies: they hold customers' data. */
  captureBodies: boolean
  connectionLimits: ConnectionLimits
  /** How long a guest's chat is kept after its last message, in days. */
  keepGuestChats: number
}

export const KIB = 1024
export const MIB = 1024 * KIB

export const defaultSettings: Settings = {
  trustProxy: 0,
  maxBody: { small: 4 * MIB, large: 32 * MIB, widget: 64 * KIB },
  title: 'storewire',
  publicUrl: null,
  captureBodies: false,
  connectionLimits: defaultConnectionLimits,
  keepGuestChats: 30,
}

/** What `GET /metrics` answers with, and the token that it asks for; without one it answers this machine alone. */
export interface MetricsPage {
  token: string | null
  text(): Promise<string>
}

/** What the server works with, handed down as plain arguments. */
export interface Services {
  store: Store
  clock: Clock
  log: Log
  metrics: Metrics
  limiter: RateLimiter
  settings: Settings
  bodies: Bodies
  longBodies: LongBodies
  /** What a feature has started with the server. */
  part: <T>(part: Part<T>) => T
  hooks: Hooks
  streamPlaces: StreamPlaces
  unsent: Unsent
  /** Told of every request that has come to its end. */
  onServed: OnServed
  /** Opens the secrets that calls are signed with. */
  sealer: Sealer
  /** The scheduler of background work. */
  scheduler: Pick<Scheduler, 'wake' | 'isAlive'>
  metricsPage: MetricsPage | undefined
  /** How long a stream of events may be silent; as long as its feature says where this is undefined. */
  heartbeatMs: number | undefined
  /** Turns true when the process is about to stop. */
  isStopping: () => boolean
}

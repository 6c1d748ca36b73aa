import type { Passwords } from '../access/passwords.ts'
import type { Changes } from '../changes/changes.ts'
import type { Scheduler } from '../jobs/scheduler.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import type { Store } from '../store/store.ts'
import type { Bodies } from './body/receive.ts'
import type { StreamPlaces } from './connection/connection-limits.ts'
import type { Unsent } from './connection/unsent.ts'
import type { RefusedCallers } from './credentials/refused-callers.ts'
import type { CompressText } from './gzip.ts'
import type { Hooks } from './hooks.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import type { OnServed } from './request-note.ts'
import type { Settings } from './settings.ts'

/** What the program that serves knows of the machine and the installation, for its operators. */
export interface System {
  /** Of the program and what it runs on, by name. */
  versions: Record<string, string>
  /** Bytes of the database and of its log, and free bytes beside them. */
  files(): { database: number; log: number; free: number }
  /** The findings of `storewire doctor`. Takes seconds for a large database. */
  findings(): Promise<SystemFinding[]>
  /** Whether `storewire doctor`, which runs beside this server, has made the token of a request. */
  isDoctor(token: string): boolean
  backups: SystemBackups
}

export interface SystemFinding {
  check: string
  level: 'ok' | 'warning' | 'problem'
  found: string
  todo: string | null
}

/** How the server makes backups: into the folder of its option, nightly into a folder beside the database, or not by itself. */
export const backupPlans = ['scheduled', 'nightly', 'off'] as const

export interface SystemBackups {
  /** Where the backups are. */
  folder: string
  plan(): Promise<(typeof backupPlans)[number]>
  /** The newest first. `at` is epoch milliseconds; `restore` is the command that goes back to it. */
  list(): Promise<{ name: string; bytes: number; at: number; restore: string }[]>
  /** @throws DomainError if there is too little room for a backup, or the folder can't be written to */
  check(): void
  /** Begins a backup, unless one is under way. */
  begin(): void
  isRunning(): boolean
  /** Why the last backup has failed; null if it has not. */
  failure(): string | null
  /** The encrypted copies in a bucket; null if the server makes none. `lastAt` is epoch milliseconds, null before the first. */
  copies(): Promise<{ place: string; lastAt: number | null; failure: string | null } | null>
}

/** The text of `GET /metrics`, and the token that it requires. Without a token, only requests from this machine are accepted. */
export interface MetricsPage {
  token: string | null
  text(): Promise<string>
}

/** The services of the server, passed as plain arguments. */
export interface Services {
  store: Store
  clock: Clock
  log: Log
  metrics: Metrics
  limiter: RateLimiter
  refusedCallers: RefusedCallers
  settings: Settings
  bodies: Bodies
  /** The started part of a feature. */
  part: <T>(part: Part<T>) => T
  hooks: Hooks
  compressText: CompressText
  streamPlaces: StreamPlaces
  uploadPlaces: StreamPlaces
  unsent: Unsent
  /** Called with every finished request. */
  onServed: OnServed
  /** Decrypts the secrets of workspaces. */
  sealer: Sealer
  /** Hashes the passwords of members; undefined: at the usual cost. */
  passwords?: Passwords | undefined
  /** What has changed, for live readers. */
  changes: Pick<Changes, 'listen'>
  /** The scheduler of background work. */
  scheduler: Pick<Scheduler, 'wake' | 'isAlive'>
  metricsPage: MetricsPage | undefined
  /** When the last scheduled backup was made, in epoch milliseconds; 0 without one, undefined if this server makes none. */
  lastBackupAt?: (() => Promise<number | undefined>) | undefined
  /** What is known of the machine; undefined for servers within another program. */
  system?: System | undefined
  /** Maximum milliseconds without an event in a stream; undefined: the default of the feature. */
  heartbeatMs: number | undefined
  /** Turns true when the process is about to stop. */
  isStopping: () => boolean
}

interface StartedPart {
  stop(): void
}

/** Something that a feature starts with the server, and its handlers reach by `context.part`. A part may use others, but not in a circle. */
export interface Part<T, Needed extends object = object> {
  start(services: Services & Needed): T & StartedPart
}

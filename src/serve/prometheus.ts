import type { Registry } from 'prom-client'
import type { ReaderBacklog } from '../changes/backlog.ts'
import type { JobBacklog } from '../jobs/jobs.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { PictureSpace } from '../pictures/space.ts'
import type { SearchLag } from '../search/lag.ts'
import type { FileSizes } from '../store/engine.ts'

/** Values that are read at each request for metrics. Ages are in milliseconds. */
export interface CurrentState {
  jobs: JobBacklog[]
  files: FileSizes
  changes: ReaderBacklog[]
  search: SearchLag
  /** Bytes of pictures in chats, and how many they may have. */
  pictures: Pick<PictureSpace, 'used' | 'max'>
  /** The time of the last backup, in epoch milliseconds; 0 if there is none, undefined if this server makes no backups. */
  lastBackupAt?: number | undefined
  /** How old the last backup of each place is; none without a backup. */
  backupAges?: { place: string; ageMs: number }[]
}

/** The versions of the running program. */
export interface BuildInfo {
  version: string
  commit: string
  node: string
  sqlite: string
}

export interface Prometheus {
  metrics: Metrics
  /** Everything in Prometheus' text format. */
  render(state: CurrentState): Promise<string>
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COMMIT_WORKS = [1, 2, 4, 8, 16, 32, 64]

type Library = typeof import('prom-client')

/**
 * Collects metrics for Prometheus, together with those of the process (memory, processor, event loop). Labels have few values:
 * declared paths, resources, kinds of job; never values from callers.
 */
export async function createPrometheus(build: BuildInfo): Promise<Prometheus> {
  // Loaded only here: few servers need it, and it would slow down the start.
  const library = (await import('prom-client')).default
  const registry = new library.Registry()
  library.collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  showBuild(library, registry, build)
  const metrics = counters(library, registry)
  const show = gauges(library, registry)
  return {
    metrics,
    render: (state) => {
      show(state)
      return registry.metrics()
    },
  }
}

/** Gauges of the library with the suffix of counters. Each is the sum of another gauge over its labels. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

function showBuild({ Gauge }: Library, registry: Registry, build: BuildInfo): void {
  const info = new Gauge({
    name: 'storewire_build_info',
    help: 'Always 1; the labels are the versions of the running program.',
    labelNames: Object.keys(build),
    registers: [registry],
  })
  info.set({ ...build }, 1)
}

function counters({ Counter, Histogram }: Library, registry: Registry): Metrics {
  const registers = [registry]
  const requests = new Histogram({
    name: 'storewire_http_request_duration_seconds',
    help: 'Requests by declared path, method and status (499: the client disconnected before the response).',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const objects = new Counter({
    name: 'storewire_objects_total',
    help: 'Objects upserted, singly and in bulk, by resource and result.',
    labelNames: ['resource', 'result'],
    registers,
  })
  const commits = new Histogram({
    name: 'storewire_commit_works',
    help: 'Number of writes that shared one commit and its fsync.',
    buckets: COMMIT_WORKS,
    registers,
  })
  const refunds = new Counter({
    name: 'storewire_refund_deliveries_total',
    help: "Requests to shops' refund endpoints by type and verdict.",
    labelNames: ['type', 'verdict'],
    registers,
  })
  const events = new Counter({
    name: 'storewire_event_deliveries_total',
    help: 'Tries to send events to endpoints by kind of endpoint and verdict: delivered, or what went wrong.',
    labelNames: ['kind', 'verdict'],
    registers,
  })
  const mails = new Counter({
    name: 'storewire_mails_total',
    help: 'Tries to send mails by kind and verdict: sent, refused (for good), later (worth another try).',
    labelNames: ['kind', 'verdict'],
    registers,
  })
  const turns = new Histogram({
    name: 'storewire_assistant_turn_duration_seconds',
    help: 'Turns of the assistant in chats by verdict: answered, handed_over, contact (an e-mail address was noted), outdated, failed.',
    labelNames: ['verdict'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const handOvers = new Counter({
    name: 'storewire_assistant_hand_overs_total',
    help: 'Conversations that the assistant has left to people, by reason: what was asked for, or failed.',
    labelNames: ['reason'],
    registers,
  })
  const models = new Histogram({
    name: 'storewire_assistant_model_duration_seconds',
    help: 'Questions to models by step (understand, compose) and outcome: ok, a fault, or why the words were rejected; step none: not asked, with the reason.',
    labelNames: ['step', 'outcome'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const notLogged = new Counter({
    name: 'storewire_requests_not_logged_total',
    help: 'Calls left out of the request log because they came too fast.',
    registers,
  })
  return {
    request: ({ route, method, status, seconds }) => requests.observe({ route, method, status }, seconds),
    objects: (resource, results) => {
      for (const [result, count] of Object.entries(results)) if (count > 0) objects.inc({ resource, result }, count)
    },
    commit: (works) => commits.observe(works),
    refundDelivery: (type, verdict) => refunds.inc({ type, verdict }),
    eventDelivery: (kind, verdict) => events.inc({ kind, verdict }),
    mail: (kind, verdict) => mails.inc({ kind, verdict }),
    assistantTurn: (verdict, seconds) => turns.observe({ verdict }, seconds),
    assistantHandOver: (reason) => handOvers.inc({ reason }),
    assistantModel: (step, outcome, seconds) => models.observe({ step, outcome }, seconds),
    requestsNotLogged: (count) => notLogged.inc(count),
  }
}

function sizes({ Gauge }: Library, registry: Registry): (state: CurrentState) => void {
  const registers = [registry]
  const bytes = new Gauge({
    name: 'storewire_database_bytes',
    help: 'Size of the database file and of its write-ahead log.',
    labelNames: ['file'],
    registers,
  })
  const pictureBytes = new Gauge({
    name: 'storewire_picture_bytes',
    help: 'Size of all pictures in chats, which are in the database file.',
    registers,
  })
  const pictureLimit = new Gauge({
    name: 'storewire_picture_limit_bytes',
    help: 'How much all pictures in chats together may take.',
    registers,
  })
  return ({ files, pictures }) => {
    bytes.set({ file: 'database' }, files.database)
    bytes.set({ file: 'wal' }, files.wal)
    pictureBytes.set(pictures.used)
    pictureLimit.set(pictures.max)
  }
}

function gauges(library: Library, registry: Registry): (state: CurrentState) => void {
  const { Gauge } = library
  const registers = [registry]
  const showSizes = sizes(library, registry)
  const jobs = new Gauge({
    name: 'storewire_jobs',
    help: 'Jobs that are not done, by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
  })
  const jobAge = new Gauge({
    name: 'storewire_job_age_seconds',
    help: 'Seconds for which the longest overdue job has been due, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const lastBackup = new Gauge({
    name: 'storewire_last_backup_timestamp_seconds',
    help: 'Unix time of the last verified backup in the folder of the server; before the first nightly one, when they were turned on; 0 if there is none.',
    registers,
  })
  const backupAge = new Gauge({
    name: 'storewire_backup_age_seconds',
    help: 'Seconds since the last verified backup, by place: "folder" of the server, or "bucket". Before the first one the folder is missing, and the bucket counts from the start of the server.',
    labelNames: ['place'],
    registers,
  })
  const searchLag = new Gauge({
    name: 'storewire_search_lag_seconds',
    help: 'Seconds for which the oldest push has been waiting for the search index; 0 if no push is waiting.',
    registers,
  })
  const searchFilling = new Gauge({
    name: 'storewire_search_filling',
    help: '1 while everything is being indexed, after an update or on request: searches do not find everything yet. Else 0.',
    registers,
  })
  const searchQueue = new Gauge({
    name: 'storewire_search_queue',
    help: 'Calls with objects that are not in the search index yet.',
    registers,
  })
  const changes = new Gauge({
    name: 'storewire_changes_waiting',
    help: 'Changes that a part of storewire has not read yet, by reader.',
    labelNames: ['reader'],
    registers,
  })
  const skipped = new Gauge({
    name: 'storewire_changes_skipped',
    help: 'Changes that a reader left out because they failed five times, since the database was created.',
    labelNames: ['reader'],
    registers,
  })
  return (state) => {
    for (const { reader, ...backlog } of state.changes) {
      changes.set({ reader }, backlog.waiting)
      skipped.set({ reader }, backlog.skipped)
    }
    searchLag.set(state.search.lagMs / 1000)
    searchFilling.set(state.search.isFilling ? 1 : 0)
    searchQueue.set(state.search.waiting)
    if (state.lastBackupAt === undefined) lastBackup.remove()
    else lastBackup.set(state.lastBackupAt / 1000)
    backupAge.reset()
    for (const { place, ageMs } of state.backupAges ?? []) backupAge.set({ place }, ageMs / 1000)
    jobs.reset()
    jobAge.reset()
    for (const { kind, waiting, running, dead, ageMs } of state.jobs) {
      for (const [name, count] of Object.entries({ waiting, running, dead })) jobs.set({ kind, state: name }, count)
      jobAge.set({ kind }, ageMs / 1000)
    }
    showSizes(state)
  }
}

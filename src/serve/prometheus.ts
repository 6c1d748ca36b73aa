import type { Registry } from 'prom-client'
import type { JobBacklog } from '../jobs/jobs.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { FileSizes } from '../store/sqlite/files.ts'

/** What is not counted but looked up whenever somebody asks. Ages are in milliseconds. */
export interface CurrentState {
  jobs: JobBacklog[]
  files: FileSizes
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
 * Collects figures for Prometheus, beside those of the process (memory, processor, event loop). Labels take few values: declared
 * paths, resources, kinds of job; never anything that a caller chose.
 */
export async function createPrometheus(): Promise<Prometheus> {
  // Loaded here: few servers need it, and it would slow down the start of all.
  const library = (await import('prom-client')).default
  const registry = new library.Registry()
  library.collectDefaultMetrics({ register: registry })
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

function counters({ Counter, Histogram }: Library, registry: Registry): Metrics {
  const registers = [registry]
  const requests = new Histogram({
    name: 'storewire_http_request_duration_seconds',
    help: 'Requests by declared path, method and status (499: the client left before its answer).',
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
    help: 'Writes that shared one commit and its fsync.',
    buckets: COMMIT_WORKS,
    registers,
  })
  const refunds = new Counter({
    name: 'storewire_refund_deliveries_total',
    help: "Requests to shops' refund endpoints by type and verdict.",
    labelNames: ['type', 'verdict'],
    registers,
  })
  const notLogged = new Counter({
    name: 'storewire_requests_not_logged_total',
    help: 'Calls that came too fast for the request log.',
    registers,
  })
  return {
    request: ({ route, method, status, seconds }) => requests.observe({ route, method, status }, seconds),
    objects: (resource, results) => {
      for (const [result, count] of Object.entries(results)) if (count > 0) objects.inc({ resource, result }, count)
    },
    commit: (works) => commits.observe(works),
    refundDelivery: (type, verdict) => refunds.inc({ type, verdict }),
    requestsNotLogged: (count) => notLogged.inc(count),
  }
}

function gauges({ Gauge }: Library, registry: Registry): (state: CurrentState) => void {
  const registers = [registry]
  const jobs = new Gauge({
    name: 'storewire_jobs',
    help: 'Jobs that are not done, by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
  })
  const jobAge = new Gauge({
    name: 'storewire_job_age_seconds',
    help: 'How long the job that is overdue the longest has been so, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const bytes = new Gauge({
    name: 'storewire_database_bytes',
    help: 'Size of the database file and of the log beside it.',
    labelNames: ['file'],
    registers,
  })
  return (state) => {
    jobs.reset()
    jobAge.reset()
    for (const { kind, waiting, running, dead, ageMs } of state.jobs) {
      for (const [name, count] of Object.entries({ waiting, running, dead })) jobs.set({ kind, state: name }, count)
      jobAge.set({ kind }, ageMs / 1000)
    }
    bytes.set({ file: 'database' }, state.files.database)
    bytes.set({ file: 'wal' }, state.files.wal)
  }
}

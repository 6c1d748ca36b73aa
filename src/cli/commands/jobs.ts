import { Command } from 'commander'
import { defaultSettings } from '../../http/settings.ts'
import { discardJob, type Job, listJobs, retryJob } from '../../jobs/jobs.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { createSealer } from '../../lib/sealing.ts'
import { toIso, toMinute } from '../../lib/time.ts'
import { noMailer } from '../../mail/mailer.ts'
import { createShopOutbound } from '../../refunds/endpoint/shop-outbound.ts'
import { jobHandlers } from '../../serve/features.ts'
import { withStore } from '../kit/context.ts'
import { type CommonOptions, databaseCommand, wideOption } from '../kit/options.ts'
import { printJson, printTable } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'

/** Only the server runs jobs. These commands call no endpoint and open no secret, so both services are dummies. */
const outbound = createShopOutbound({ policy: { allowPrivate: false, allowEndpoints: [] } })
const sealer = createSealer(undefined)

export function jobsCommand(): Command {
  const command = new Command('jobs').description('list, retry and discard background jobs')
  databaseCommand(command.command('list'))
    .description('list unfinished jobs; dead jobs have used up their attempts')
    .addOption(wideOption())
    .action(async ({ db, json }: CommonOptions) => {
      const jobs = await withStore(db, (store) => listJobs(store.read))
      if (json) printJson(jobs.map(forScripts))
      else await table(jobs)
    })
  addChange(command, 'retry', 'run a job again now, with all of its attempts', retryJob)
  addChange(command, 'discard', 'delete a job without running it', discardJob)
  return command
}

function addChange(command: Command, name: string, description: string, change: typeof retryJob): void {
  databaseCommand(command.command(`${name} <job-id>`))
    .description(description)
    .addOption(wideOption())
    .action(async (id: string, { db, json }: CommonOptions) => {
      const job = await withStore(db, (store, clock) =>
        store.write((tx) =>
          change(
            tx,
            jobHandlers({
              store,
              clock,
              metrics: noMetrics,
              settings: defaultSettings,
              outbound,
              sealer,
              mailer: noMailer,
            }),
            id,
            clock.now(),
          ),
        ),
      )
      if (json) printJson(forScripts(job))
      else await table([job])
    })
}

function stateOf({ status, leaseUntil }: Job): string {
  if (status === 'dead') return 'dead'
  return leaseUntil === null ? 'waiting' : 'running'
}

/** Times for scripts are ISO-8601 in UTC. */
function forScripts(job: Job): object {
  const { id, kind, subject, attempts, dueAt, lastError, createdAt } = job
  return {
    id,
    kind,
    subject,
    state: stateOf(job),
    attempts,
    dueAt: toIso(dueAt),
    lastError,
    createdAt: toIso(createdAt),
  }
}

function table(jobs: Job[]): Promise<void> {
  return printTable(
    ['ID', 'KIND', cut('SUBJECT'), 'STATE', spare('ATTEMPTS'), spare('DUE'), cut('LAST ERROR')],
    jobs.map((job) => [
      job.id,
      job.kind,
      job.subject,
      stateOf(job),
      String(job.attempts),
      toMinute(job.dueAt),
      job.lastError ?? '',
    ]),
  )
}

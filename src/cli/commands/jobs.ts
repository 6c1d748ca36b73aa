import { Command } from 'commander'
import { discardJob, type Job, listJobs, retryJob } from '../../jobs/jobs.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { createSealer } from '../../lib/sealing.ts'
import { toIso } from '../../lib/time.ts'
import { createOutbound } from '../../refunds/endpoint/outbound.ts'
import { jobHandlers } from '../../serve/features.ts'
import { withStore } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption } from '../kit/options.ts'
import { printJson, printTable } from '../kit/output.ts'

/** Operators look after jobs; they are run by the server alone, so nothing is called or opened here. */
const outbound = createOutbound({ policy: { allowPrivate: false, allowEndpoints: [] } })
const sealer = createSealer(undefined)

export function jobsCommand(): Command {
  const command = new Command('jobs').description('look after background work')
  command
    .command('list')
    .description('list the jobs that are not done; dead ones have used up their attempts')
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async ({ db, json }: CommonOptions) => {
      const jobs = await withStore(db, (store) => listJobs(store.read))
      if (json) printJson(jobs.map(forScripts))
      else await table(jobs)
    })
  addChange(command, 'retry', 'let a job try again at once, with all its attempts', retryJob)
  addChange(command, 'discard', 'delete a job that shall never be done', discardJob)
  return command
}

function addChange(command: Command, name: string, description: string, change: typeof retryJob): void {
  command
    .command(`${name} <job-id>`)
    .description(description)
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (id: string, { db, json }: CommonOptions) => {
      const job = await withStore(db, (store, clock) =>
        store.write((tx) =>
          change(tx, jobHandlers({ store, clock, metrics: noMetrics, outbound, sealer }), id, clock.now()),
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

/** Times leave the program as ISO-8601 in UTC. */
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
    ['ID', 'KIND', 'SUBJECT', 'STATE', 'ATTEMPTS', 'DUE', 'LAST ERROR'],
    jobs.map((job) => [
      job.id,
      job.kind,
      job.subject,
      stateOf(job),
      String(job.attempts),
      toIso(job.dueAt),
      job.lastError ?? '',
    ]),
  )
}

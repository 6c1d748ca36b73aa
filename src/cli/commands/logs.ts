import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { findWorkspace } from '../../access/workspaces.ts'
import {
  type LoggedRequest,
  lastNumber,
  newestRequests,
  type RequestFilter,
  requestsAfter,
} from '../../http/request-log/request-log.ts'
import { KEPT } from '../../http/request-log/shares.ts'
import { toIso } from '../../lib/time.ts'
import type { Store } from '../../store/store.ts'
import { withStore } from '../kit/context.ts'
import { type CommonOptions, dbOption, wholeNumber } from '../kit/options.ts'
import { print, printJson, strong } from '../kit/output.ts'

interface TailOptions extends CommonOptions {
  workspace?: string
  status?: [number, number]
  lines: number
  follow: boolean
}

/** Interval between two reads of the database, and the most calls of one read. */
const POLL_MS = 500
const PAGE = 500

export function logsCommand(): Command {
  const command = new Command('logs').description('show API calls, and why calls were refused')
  command
    .command('tail')
    .description(`show the newest API calls and follow new ones (the newest ${KEPT} are kept)`)
    .addOption(
      new Option('--workspace <workspace>', 'only calls with a key of this workspace (id or name)').env(
        'STOREWIRE_WORKSPACE',
      ),
    )
    .addOption(
      new Option('--status <status>', 'only this status, such as 404, or a class, such as 4xx').argParser(statusRange),
    )
    .addOption(
      new Option('-n, --lines <count>', 'number of earlier calls to show first')
        .default(20)
        .argParser(wholeNumber(0, KEPT)),
    )
    .addOption(new Option('--no-follow', 'stop after the earlier calls'))
    .addOption(dbOption())
    .addOption(new Option('--json', 'print one JSON object a line, for scripts').env('STOREWIRE_JSON'))
    .action((options: TailOptions) => withStore(options.db, (store) => tail(store, options)))
  return command
}

/** `404` or `4xx` as the lowest and the highest status. */
function statusRange(text: string): [number, number] {
  if (/^[1-5]xx$/i.test(text)) return [Number(text[0]) * 100, Number(text[0]) * 100 + 99]
  if (/^[1-5]\d\d$/.test(text)) return [Number(text), Number(text)]
  throw new InvalidArgumentError('Give a status such as 404, or a class such as 4xx.')
}

async function tail(store: Store, { workspace, status, lines, follow, json }: TailOptions): Promise<void> {
  const workspaceId = workspace === undefined ? undefined : (await findWorkspace(store.read, workspace)).id
  const filter: RequestFilter = { workspaceId, status }
  let last = await lastNumber(store.read)
  const show = json ? (request: LoggedRequest) => printJson(forScripts(request)) : printForPeople
  for (const request of await newestRequests(store.read, filter, lines)) {
    show(request)
    // A call that arrived after lastNumber() must not be shown again.
    last = Math.max(last, request.number)
  }
  const end = follow ? untilStopped() : AbortSignal.abort()
  while (!end.aborted) {
    const requests = await requestsAfter(store.read, filter, last, PAGE)
    for (const request of requests) show(request)
    last = requests.at(-1)?.number ?? last
    if (requests.length < PAGE) await sleep(POLL_MS, undefined, { signal: end }).catch(() => {})
  }
}

/** Aborts on SIGINT and SIGTERM, and when the reader closes the pipe (`… | head`). */
function untilStopped(): AbortSignal {
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  process.stdout.once('error', () => end.abort())
  return end.signal
}

/** Times for scripts are ISO-8601 in UTC. */
function forScripts({ number, at, body, ...request }: LoggedRequest): object {
  return { at: toIso(at), ...request, ...(body === null ? {} : { body }) }
}

function printForPeople(request: LoggedRequest): void {
  const { at, status, method, path, durationMs, objects, workspace, keyId, requestId } = request
  const about = objects === null ? [] : [`${objects} object${objects === 1 ? '' : 's'}`]
  const from = workspace === null ? ['no valid key'] : [workspace, keyId]
  const details = [`${durationMs} ms`, ...about, ...from, requestId]
  const call = `${toIso(at)} ${status} ${method} ${path}`
  const isTooLong = process.stdout.isTTY && `${call}  ${details.join('  ')}`.length > process.stdout.columns
  const head = [`${toIso(at)} `, strong(String(status)), ` ${method} ${path}`]
  if (isTooLong) print(head, `  ${details.join('  ')}`)
  else print([...head, `  ${details.join('  ')}`])
  for (const line of reasons(request)) print(`  ${line}`)
}

/** Why a call was refused. The issues are more exact than the message, so they replace it. */
function reasons({ message, issues, body }: LoggedRequest): string[] {
  const lines = issues.map(({ path, message }) => `${placeOf(path)} ${message}`)
  const why = lines.length > 0 ? lines : message === null ? [] : [message]
  return body === null || body === '' ? why : [...why, `body: ${body}`]
}

/** `data[3].items[0].quantity` */
function placeOf(path: (string | number)[]): string {
  if (path.length === 0) return 'the body'
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
}

import { Command, Option } from 'commander'
import { PROGRAM } from '../../lib/program.ts'
import { systemClock } from '../../lib/time.ts'
import { type Backfill, getBackfill } from '../../objects/bulk/backfills.ts'
import { type Brought, countBrought, eraseBrought, requestErasure } from '../../objects/bulk/erase-import.ts'
import { hooks } from '../../serve/features.ts'
import { confirm } from '../kit/confirm.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { interruptibly } from '../kit/interrupt.ts'
import { jsonOption, type WorkspaceOptions, wideOption, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { connect, keyFileOption, type Remote, type RemoteOptions, secretKeyFrom, urlOption } from '../kit/remote.ts'
import { cut, spare } from '../kit/table.ts'

interface BackfillOptions extends RemoteOptions {
  json?: boolean
}

export function backfillsCommand(): Command {
  const command = new Command('backfills').description(
    'list, show and watch the history imports (backfills) of a running server, and erase what one has brought',
  )
  const withOptions = (inner: Command) =>
    inner.addOption(urlOption()).addOption(keyFileOption()).addOption(jsonOption())
  withOptions(command.command('list').description('list history imports, newest first'))
    .addOption(wideOption())
    .action(listBackfills)
  withOptions(command.command('show <id>').description('show the progress of a history import'))
    .addOption(wideOption())
    .action(showBackfill)
  withOptions(
    command.command('watch <id>').description('follow the progress of a history import until it is done or has failed'),
  ).action(watchBackfill)
  workspaceCommand(command.command('erase <id>'))
    .description('erase the objects that a history import has created and that nothing has pushed since')
    .addOption(new Option('--yes', 'do not ask for confirmation'))
    .action(eraseBackfill)
  return command
}

const open = (options: BackfillOptions): Remote => connect({ url: options.url, key: secretKeyFrom(options) })

async function listBackfills(options: BackfillOptions): Promise<void> {
  const remote = open(options)
  const backfills: Backfill[] = []
  let cursor = ''
  do {
    const query = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page = await remote.call<{ data: Backfill[]; nextCursor: string | null }>(
      'GET',
      `/backfills?limit=100${query}`,
      { once: true },
    )
    backfills.push(...page.data)
    cursor = page.nextCursor ?? ''
  } while (cursor !== '')
  await show(backfills, backfills, options)
}

async function showBackfill(id: string, options: BackfillOptions): Promise<void> {
  const backfill = await open(options).call<Backfill>('GET', `/backfills/${encodeURIComponent(id)}`, { once: true })
  await show(backfill, [backfill], options)
}

async function show(json: unknown, rows: Backfill[], options: BackfillOptions): Promise<void> {
  if (options.json) printJson(json)
  else await table(rows)
}

async function watchBackfill(id: string, options: BackfillOptions): Promise<void> {
  const [{ untilFinished }, { createProgress, openDisplay }] = await Promise.all([
    import('../import/destination.ts'),
    import('../import/progress.ts'),
  ])
  const progress = createProgress(await openDisplay(systemClock), systemClock)
  const backfill = await interruptibly(async (signal) => {
    const remote = connect({ url: options.url, key: secretKeyFrom(options), signal, onWait: progress.waiting })
    try {
      return await untilFinished(remote, id, { signal, onProgress: progress.processed })
    } finally {
      progress.end()
    }
  })
  if (options.json) printJson(backfill)
  else print(`${backfill.id}: ${backfill.status}`)
  if (backfill.status === 'failed')
    throw new Error(`Import ${id} failed. On the server, "${PROGRAM} jobs list" shows why.`)
}

/** The server looks for what is left after this time, if the command was interrupted. */
const FIRST_LOOK_MS = 60_000

async function eraseBackfill(
  id: string,
  { db, workspace, json, yes }: WorkspaceOptions & { yes?: boolean },
): Promise<void> {
  const erased = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
    const brought = await countBrought(store, workspaceId, id)
    if (brought.counts.length === 0 && brought.isComplete) return 0
    if (!yes && !(await confirm(questionOf(id, brought)))) return undefined
    const asked = { workspaceId, id, dueAt: clock.now() + FIRST_LOOK_MS }
    const before = await store.write((tx) => requestErasure(tx, operator(), asked, clock.now()))
    await eraseBrought({ store, hooks, clock }, id, undefined)
    const { erasure } = (await getBackfill(store.read, workspaceId, id)) ?? {}
    return (erasure?.erased ?? 0) - (before.erasure?.erased ?? 0)
  })
  if (json) printJson({ id, erased: erased ?? 0 })
  else if (erased === undefined) print('Nothing was erased.')
  else print(erased === 0 ? `Nothing that ${id} has brought is left.` : `${id}: ${erased} objects are erased.`)
}

function questionOf(id: string, { counts, isComplete }: Brought): string {
  const what = counts.map(({ type, count }) => `${count} ${type}`).join(', ')
  return `Permanently erase what ${id} has brought (${what}${isComplete ? '' : ' or more'}), with the chats of its customers?`
}

function table(backfills: Backfill[]): Promise<void> {
  return printTable(
    [
      'ID',
      cut('LABEL'),
      'STATUS',
      'PROGRESS',
      'RECEIVED',
      spare('CREATED'),
      spare('UPDATED'),
      spare('STALE'),
      spare('SINCE'),
    ],
    backfills.map(({ id, label, status, progress, received, results, createdAt }) => [
      id,
      label ?? '',
      status,
      `${Math.floor(progress * 100)}%`,
      String(received),
      String(results.created),
      String(results.updated),
      String(results.stale),
      // The server's time, cut to the minute.
      createdAt.replace(/:\d\d\.\d+Z$/, 'Z'),
    ]),
  )
}

import type { Tx } from '../store/store.ts'
import { ERASED, type Measures } from './measures.ts'

/** A chat or refund with what it adds to its day. */
export interface CountedSubject {
  workspaceId: string
  /** The id of the chat or refund. */
  subject: string
  day: string
  measures: Measures
  settlesAt?: number | null
}

/** Puts what a chat or refund adds now in the place of what it added before. Doing that twice changes nothing. */
export async function count(
  tx: Tx,
  { workspaceId, subject, day, measures, settlesAt = null }: CountedSubject,
): Promise<void> {
  const counted = JSON.stringify(measures)
  const before = await tx.get<{ counted: string; settlesAt: number | null }>(
    'SELECT counted, settles_at AS "settlesAt" FROM report_counted WHERE workspace_id = ? AND subject = ?',
    workspaceId,
    subject,
  )
  if (before?.counted === counted && before.settlesAt === settlesAt) return
  await add(tx, workspaceId, day, difference(before ? (JSON.parse(before.counted) as Measures) : {}, measures))
  await tx.run(
    `INSERT INTO report_counted (workspace_id, subject, day, counted, settles_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, subject) DO UPDATE SET counted = excluded.counted, settles_at = excluded.settles_at`,
    workspaceId,
    subject,
    day,
    counted,
    settlesAt,
  )
}

/** Takes a chat that is erased out of the count, which leaves what it has added to its day. */
export async function forgetSubject(tx: Tx, workspaceId: string, subject: string): Promise<void> {
  const row = await tx.get<{ day: string }>(
    'SELECT day FROM report_counted WHERE workspace_id = ? AND subject = ?',
    workspaceId,
    subject,
  )
  if (!row) return
  await add(tx, workspaceId, row.day, [[ERASED, 1]])
  await tx.run('DELETE FROM report_counted WHERE workspace_id = ? AND subject = ?', workspaceId, subject)
}

function difference(before: Measures, after: Measures): [measure: string, change: number][] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .map((name): [string, number] => [name, (after[name] ?? 0) - (before[name] ?? 0)])
    .filter(([, change]) => change !== 0)
}

async function add(tx: Tx, workspaceId: string, day: string, changes: [string, number][]): Promise<void> {
  await tx.many(
    `INSERT INTO report_days (workspace_id, day, measure, value) VALUES (?, ?, ?, ?)
     ON CONFLICT (workspace_id, day, measure) DO UPDATE SET value = report_days.value + excluded.value`,
    changes.map(([measure, change]) => [workspaceId, day, measure, change]),
  )
  await tx.many(
    'DELETE FROM report_days WHERE workspace_id = ? AND day = ? AND measure = ? AND value = 0',
    changes.map(([measure]) => [workspaceId, day, measure]),
  )
}

/** Makes the rows of a day the sums of what was counted of its chats, or of its refunds, whatever they were before. */
export async function addUp(
  tx: Tx,
  { workspaceId, day, measures, subjects }: Record<'workspaceId' | 'day' | 'measures' | 'subjects', string>,
): Promise<void> {
  const rows = await tx.all<{ counted: string }>(
    'SELECT counted FROM report_counted WHERE workspace_id = ? AND day = ? AND subject LIKE ?',
    ...[workspaceId, day, subjects],
  )
  const sums = new Map<string, number>()
  for (const { counted } of rows)
    for (const [measure, value] of Object.entries(JSON.parse(counted) as Measures))
      sums.set(measure, (sums.get(measure) ?? 0) + value)
  await tx.run(`DELETE FROM report_days WHERE workspace_id = ? AND day = ? AND ${measures}`, workspaceId, day)
  await add(tx, workspaceId, day, [...sums])
}

import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import { toIso } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'
import { compileRule } from './compile.ts'
import { startKeeping } from './facts-reader.ts'
import type { Rule } from './rule.ts'

/** A named rule over the customers of a workspace. */
export interface Segment {
  id: string
  name: string
  rule: Rule
  createdAt: string
}

/** Most segments of one workspace. */
export const MAX_SEGMENTS = 100
export const MAX_NAME = 100

interface Row {
  id: string
  name: string
  rule: string
  created_at: number
}

function shown({ id, name, rule, created_at }: Row): Segment {
  return { id, name, rule: JSON.parse(rule) as Rule, createdAt: toIso(created_at) }
}

/** @throws DomainError CONFLICT if the name is in use, or the workspace has 100 segments */
export async function createSegment(
  tx: Tx,
  { workspaceId, actor, name, rule }: { workspaceId: string; actor: Actor; name: string; rule: Rule },
  now: number,
): Promise<Segment> {
  const { count } = (await tx.get<{ count: number }>(
    'SELECT count(*) AS count FROM segments WHERE workspace_id = ?',
    workspaceId,
  )) ?? { count: 0 }
  if (count >= MAX_SEGMENTS)
    throw conflict('too_many_segments', `The workspace has ${MAX_SEGMENTS} segments. Delete one first.`)
  if (await tx.get('SELECT 1 FROM segments WHERE workspace_id = ? AND name = ?', workspaceId, name))
    throw conflict('segment_exists', `The workspace has a segment with this name. Choose another name, or delete it.`)
  const row: Row = { id: newOrderedId('seg', now), name, rule: JSON.stringify(rule), created_at: now }
  await tx.run(
    'INSERT INTO segments (workspace_id, id, name, rule, created_at) VALUES (?, ?, ?, ?, ?)',
    workspaceId,
    ...[row.id, row.name, row.rule, row.created_at],
  )
  await startKeeping(tx, workspaceId, now)
  await audit(tx, { workspaceId, actor, action: 'segment.created', target: row.id, at: now })
  return shown(row)
}

/** The segments with ids after `after`, in the order in which they were made. */
export async function listSegments(
  reader: Reader,
  workspaceId: string,
  { limit, after = '' }: { limit: number; after?: string | undefined },
): Promise<Segment[]> {
  const rows = await reader.all<Row>(
    'SELECT id, name, rule, created_at FROM segments WHERE workspace_id = ? AND id > ? ORDER BY id LIMIT ?',
    workspaceId,
    after,
    limit,
  )
  return rows.map(shown)
}

/** @throws DomainError NOT_FOUND */
export async function requireSegment(reader: Reader, workspaceId: string, id: string): Promise<Segment> {
  const row = await reader.get<Row>(
    'SELECT id, name, rule, created_at FROM segments WHERE workspace_id = ? AND id = ?',
    workspaceId,
    id,
  )
  if (!row) throw noSuchSegment()
  return shown(row)
}

/** Deletes a segment, not its members. @throws DomainError NOT_FOUND */
export async function deleteSegment(
  tx: Tx,
  { workspaceId, actor, id }: { workspaceId: string; actor: Actor; id: string },
  now: number,
): Promise<void> {
  const { changes } = await tx.run('DELETE FROM segments WHERE workspace_id = ? AND id = ?', workspaceId, id)
  if (changes === 0) throw noSuchSegment()
  await audit(tx, { workspaceId, actor, action: 'segment.deleted', target: id, at: now })
}

function noSuchSegment(): DomainError {
  return new DomainError('NOT_FOUND', 'no_such_segment', 'This workspace has no segment with this id. Check the id.')
}

/** The segments that a customer is in, by what is counted so far. */
export async function segmentsOf(
  reader: Reader,
  workspaceId: string,
  customerId: string,
  now: number,
): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  for (const { id, name, rule } of await listSegments(reader, workspaceId, { limit: MAX_SEGMENTS })) {
    const test = compileRule(rule, workspaceId, now)
    const isIn = await reader.get(
      `SELECT 1 FROM customer_facts AS facts WHERE facts.workspace_id = ? AND facts.customer_id = ? AND ${test.text}`,
      workspaceId,
      customerId,
      ...test.values,
    )
    if (isIn) found.push({ id, name })
  }
  return found
}

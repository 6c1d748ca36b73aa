import { nextTurn } from '../lib/turn.ts'
import type { Tx } from '../store/store.ts'
import { merge, type PreparedObject } from './prepare.ts'
import type { Resource } from './resource.ts'

export const upsertStatuses = ['created', 'updated', 'stale'] as const
export type UpsertStatus = (typeof upsertStatuses)[number]

export interface UpsertResult {
  id: string
  status: UpsertStatus
}

/** How many objects were created, updated, or left out as stale. */
export type Counts = Record<UpsertStatus, number>

export function countOf(results: UpsertResult[]): Counts {
  const counts: Counts = { created: 0, updated: 0, stale: 0 }
  for (const { status } of results) counts[status]++
  return counts
}

interface StoredRow {
  updated_at: number
  data: string
}

/** The statements for one table. Objects that are new cost one of them, which is most of a history import. */
function statementsFor({ name, columns }: Resource) {
  const extra = Object.keys(columns)
  const all = ['workspace_id', 'id', 'updated_at', 'data', ...extra]
  return {
    insert: `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ON CONFLICT (workspace_id, id) DO NOTHING`,
    select: `SELECT updated_at, data FROM ${name} WHERE workspace_id = ? AND id = ?`,
    update: `UPDATE ${name} SET ${['updated_at', 'data', ...extra].map((column) => `${column} = ?`).join(', ')} WHERE workspace_id = ? AND id = ?`,
  }
}

type Statements = ReturnType<typeof statementsFor>

const statementsByTable = new Map<string, Statements>()

function statementsOf(resource: Resource): Statements {
  const known = statementsByTable.get(resource.name)
  if (known) return known
  const statements = statementsFor(resource)
  statementsByTable.set(resource.name, statements)
  return statements
}

/**
 * Creates or updates objects by id, in their order, so that the same id may come twice. An object that is not strictly newer
 * than the stored copy is left out as `stale`. A field that is absent stays, null clears it, an array or object replaces the
 * stored one whole (API reference, Upserts).
 *
 * @returns one result an object, in the same order
 */
export async function upsert(
  tx: Tx,
  resource: Resource,
  workspaceId: string,
  objects: PreparedObject[],
): Promise<UpsertResult[]> {
  const statements = statementsOf(resource)
  const results: UpsertResult[] = []
  for (const part of partsOf(objects)) {
    if (results.length > 0) await nextTurn()
    const inserted = await tx.many(
      statements.insert,
      part.map(({ id, updatedAt, data, columns }) => [workspaceId, id, updatedAt, data, ...columns]),
    )
    for (const [index, object] of part.entries()) {
      const created = inserted[index]?.changes === 1
      results.push({
        id: object.id,
        status: created ? 'created' : await update(tx, resource, statements, workspaceId, object),
      })
    }
  }
  return results
}

/** What is written before everyone else gets a turn of the event loop: other writes wait for the transaction, but not reads. */
const PART_CHARACTERS = 2 * 1024 * 1024

function partsOf(objects: PreparedObject[]): PreparedObject[][] {
  const parts: PreparedObject[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const object of objects) {
    if (characters > PART_CHARACTERS) {
      parts.push([])
      characters = 0
    }
    parts.at(-1)?.push(object)
    characters += object.data.length
  }
  return parts
}

async function update(
  tx: Tx,
  resource: Resource,
  statements: Statements,
  workspaceId: string,
  object: PreparedObject,
): Promise<'updated' | 'stale'> {
  const stored = await tx.get<StoredRow>(statements.select, workspaceId, object.id)
  if (!stored || object.updatedAt <= stored.updated_at) return 'stale'
  const { data, columns } = merge(resource, stored.data, object)
  await tx.run(statements.update, object.updatedAt, data, ...columns, workspaceId, object.id)
  return 'updated'
}

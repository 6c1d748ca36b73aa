import { isTimeZone } from '../lib/days.ts'
import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Actor, requireManager, requireOwner } from './actor.ts'
import { audit } from './audit.ts'

export const plans = ['starter', 'growth', 'scale'] as const
export type Plan = (typeof plans)[number]

export interface Workspace {
  id: string
  name: string
  plan: Plan
  test: boolean
  /** The IANA name of the time zone in which its days begin. */
  timeZone: string
}

interface WorkspaceRow extends Omit<Workspace, 'test'> {
  test: number
}

const COLUMNS = 'id, name, plan, test, time_zone AS "timeZone"'
/** The time zone of a new workspace. */
const FIRST_ZONE = 'UTC'

function fromRow(row: WorkspaceRow): Workspace {
  return { ...row, test: row.test === 1 }
}

/** @throws DomainError BAD_REQUEST for an empty or overlong name; CONFLICT if another workspace has it */
async function requireFreeName(tx: Tx, name: string): Promise<void> {
  if (name.trim() === '' || name.length > 255) {
    throw new DomainError('BAD_REQUEST', 'workspace_name', 'Invalid workspace name. Use 1 to 255 characters.')
  }
  const taken = await tx.get('SELECT id FROM workspaces WHERE name = ?', name)
  if (taken)
    throw new DomainError('CONFLICT', 'name_taken', `A workspace named ${name} already exists. Choose another name.`)
}

/** @throws DomainError BAD_REQUEST for an empty or overlong name; CONFLICT if the name is taken */
export async function createWorkspace(
  tx: Tx,
  actor: Actor,
  { name, plan, test }: Omit<Workspace, 'id' | 'timeZone'>,
  now: number,
): Promise<Workspace> {
  await requireFreeName(tx, name)
  const workspace = { id: newOrderedId('org', now), name, plan, test, timeZone: FIRST_ZONE }
  await tx.run(
    'INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, ?, ?, ?, ?)',
    workspace.id,
    name,
    plan,
    test ? 1 : 0,
    now,
  )
  await audit(tx, {
    workspaceId: workspace.id,
    actor,
    action: 'workspace.created',
    target: workspace.id,
    details: { name, plan, test },
    at: now,
  })
  return workspace
}

/**
 * Changes the name, plan or test mark of a workspace. Omitted fields are unchanged.
 *
 * @returns the changed workspace
 * @throws DomainError FORBIDDEN; NOT_FOUND; BAD_REQUEST for an empty or overlong name; CONFLICT if the name is taken
 */
export async function changeWorkspace(
  tx: Tx,
  actor: Actor,
  id: string,
  change: Partial<Omit<Workspace, 'id' | 'timeZone'>>,
  now: number,
): Promise<Workspace> {
  requireOwner(actor)
  const before = await getWorkspace(tx, id)
  if (change.name !== undefined && change.name !== before.name) await requireFreeName(tx, change.name)
  const workspace = { ...before, ...change }
  const { name, plan, test } = workspace
  await tx.run('UPDATE workspaces SET name = ?, plan = ?, test = ? WHERE id = ?', name, plan, test ? 1 : 0, id)
  await audit(tx, { workspaceId: id, actor, action: 'workspace.changed', target: id, details: change, at: now })
  return workspace
}

/**
 * Sets the time zone in which the days of a workspace begin, from now on: what was counted before stays on its day.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST for a time zone that this machine does not have
 */
export async function setTimeZone(tx: Tx, actor: Actor, id: string, timeZone: string, now: number): Promise<Workspace> {
  requireManager(actor)
  const before = await getWorkspace(tx, id)
  if (!isTimeZone(timeZone))
    throw new DomainError(
      'BAD_REQUEST',
      'time_zone',
      `There is no time zone ${timeZone}. Use an IANA name, such as Europe/Berlin.`,
    )
  if (timeZone === before.timeZone) return before
  await tx.run('UPDATE workspaces SET time_zone = ? WHERE id = ?', timeZone, id)
  await audit(tx, { workspaceId: id, actor, action: 'workspace.changed', target: id, details: { timeZone }, at: now })
  return { ...before, timeZone }
}

/** The time zone in which the days of a workspace begin. */
export async function timeZoneOf(reader: Reader, id: string): Promise<string> {
  const row = await reader.get<{ timeZone: string }>('SELECT time_zone AS "timeZone" FROM workspaces WHERE id = ?', id)
  return row?.timeZone ?? FIRST_ZONE
}

/** @throws DomainError NOT_FOUND */
export async function getWorkspace(reader: Reader, id: string): Promise<Workspace> {
  const row = await reader.get<WorkspaceRow>(
    `SELECT ${COLUMNS} FROM workspaces WHERE id = ? AND deleted_at IS NULL`,
    id,
  )
  if (!row) throw new DomainError('NOT_FOUND', 'no_such_workspace', `There is no workspace ${id}.`)
  return fromRow(row)
}

/** The id of the workspace with the sample shop; undefined if this installation has none. */
export async function findSampleWorkspace(reader: Reader): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>('SELECT id FROM workspaces WHERE sample = 1 AND deleted_at IS NULL')
  return row?.id
}

/** All workspaces, oldest first. */
export async function listWorkspaces(reader: Reader): Promise<Workspace[]> {
  const rows = await reader.all<WorkspaceRow>(
    `SELECT ${COLUMNS} FROM workspaces WHERE deleted_at IS NULL ORDER BY created_at, id`,
  )
  return rows.map(fromRow)
}

/** The workspace of a new database, until its owner gives it the name of the shop. */
export const UNNAMED = 'default'

/** The name of the shop whose workspace is the only one, test workspaces aside; null if there are several, or it has no name yet. */
export async function nameOfOnlyShop(reader: Reader): Promise<string | null> {
  const [shop, another] = await reader.all<{ name: string }>(
    'SELECT name FROM workspaces WHERE deleted_at IS NULL AND test = 0 LIMIT 2',
  )
  return shop && !another && shop.name !== UNNAMED ? shop.name : null
}

/**
 * The workspace with this id or name. Without an id or name: the workspace `default`, or the only one.
 *
 * @throws DomainError NOT_FOUND
 */
export async function findWorkspace(reader: Reader, idOrName: string | undefined): Promise<Workspace> {
  const all = await listWorkspaces(reader)
  const found = idOrName
    ? all.find(({ id, name }) => id === idOrName || name === idOrName)
    : (all.find(({ name }) => name === UNNAMED) ?? (all.length === 1 ? all[0] : undefined))
  if (found) return found
  if (all.length === 0) throw new DomainError('NOT_FOUND', 'no_workspace', 'There is no workspace yet.')
  const names = all.map(({ name }) => name).join(', ')
  if (idOrName)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_workspace',
      `There is no workspace ${idOrName}. Choose one of: ${names}.`,
    )
  throw new DomainError('NOT_FOUND', 'several_workspaces', 'There are several workspaces.', { names })
}

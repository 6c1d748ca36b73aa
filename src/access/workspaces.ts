import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Actor } from './actor.ts'
import { audit } from './audit.ts'

export const plans = ['starter', 'growth', 'scale'] as const
export type Plan = (typeof plans)[number]

export interface Workspace {
  id: string
  name: string
  plan: Plan
  test: boolean
}

interface WorkspaceRow extends Omit<Workspace, 'test'> {
  test: number
}

const COLUMNS = 'id, name, plan, test'

function fromRow(row: WorkspaceRow): Workspace {
  return { ...row, test: row.test === 1 }
}

/** @throws DomainError BAD_REQUEST for an empty or overlong name, CONFLICT when the name is taken */
export async function createWorkspace(
  tx: Tx,
  actor: Actor,
  { name, plan, test }: Omit<Workspace, 'id'>,
  now: number,
): Promise<Workspace> {
  if (name.trim() === '' || name.length > 255) {
    throw new DomainError('BAD_REQUEST', 'workspace_name', 'Give the workspace a name of 1 to 255 characters.')
  }
  const taken = await tx.get('SELECT id FROM workspaces WHERE name = ?', name)
  if (taken)
    throw new DomainError('CONFLICT', 'name_taken', `There is a workspace named ${name} already: choose another name.`)
  const workspace = { id: newOrderedId('org', now), name, plan, test }
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

/** @throws DomainError NOT_FOUND */
export async function getWorkspace(reader: Reader, id: string): Promise<Workspace> {
  const row = await reader.get<WorkspaceRow>(`SELECT ${COLUMNS} FROM workspaces WHERE id = ?`, id)
  if (!row) throw new DomainError('NOT_FOUND', 'no_such_workspace', `There is no workspace ${id}.`)
  return fromRow(row)
}

/** All workspaces, the oldest first. */
export async function listWorkspaces(reader: Reader): Promise<Workspace[]> {
  const rows = await reader.all<WorkspaceRow>(`SELECT ${COLUMNS} FROM workspaces ORDER BY created_at, id`)
  return rows.map(fromRow)
}

/**
 * The workspace that an operator means: by id or name; without either the only one, or the one named `default`.
 *
 * @throws DomainError NOT_FOUND
 */
export async function findWorkspace(reader: Reader, idOrName: string | undefined): Promise<Workspace> {
  const all = await listWorkspaces(reader)
  const found = idOrName
    ? all.find(({ id, name }) => id === idOrName || name === idOrName)
    : (all.find(({ name }) => name === 'default') ?? (all.length === 1 ? all[0] : undefined))
  if (found) return found
  if (all.length === 0) throw new DomainError('NOT_FOUND', 'no_workspace', 'There is no workspace yet.')
  const names = all.map(({ name }) => name).join(', ')
  if (idOrName)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_workspace',
      `There is no workspace ${idOrName}: choose one of ${names}.`,
    )
  throw new DomainError('NOT_FOUND', 'several_workspaces', 'There are several workspaces.', { names })
}

import * as v from 'valibot'
import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { someText } from '../lib/fields.ts'
import { newId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'

/** What a saved reply may hold in braces, such as `{order.number}`: it becomes what it stands for in the conversation. */
export const placeholders = [
  'customer.firstName',
  'customer.name',
  'order.number',
  'order.tracking',
  'agent.name',
  'shop.name',
] as const
export type Placeholder = (typeof placeholders)[number]

const PLACEHOLDER = /\{([a-z]+\.[A-Za-z]+)\}/g

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name)

/** A saved reply for one conversation. `missing`: the placeholders whose value is unknown there, which are left in the text. */
export interface FilledReply {
  filled: string
  missing: Placeholder[]
}

export function fillReply(text: string, values: Record<Placeholder, string | null>): FilledReply {
  const missing = new Set<Placeholder>()
  const filled = text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole
    const value = values[name]
    if (value === null) missing.add(name)
    return value ?? whole
  })
  return { filled, missing: [...missing] }
}

/** A reply that agents of a workspace send often. */
export interface SavedReply {
  id: string
  title: string
  text: string
}

/** Most saved replies of a workspace. */
export const MAX_SAVED = 200
export const MAX_TITLE = 100
export const MAX_SAVED_TEXT = 4_000

/** The saved replies of a workspace, by title. */
export function listSavedReplies(reader: Reader, workspaceId: string): Promise<SavedReply[]> {
  return reader.all<SavedReply>(
    'SELECT id, title, text FROM saved_replies WHERE workspace_id = ? ORDER BY title LIMIT ?',
    workspaceId,
    MAX_SAVED,
  )
}

const Fields = { title: someText(undefined, MAX_TITLE), text: someText(undefined, MAX_SAVED_TEXT) }

/**
 * Saves a reply; the one with the same title is replaced.
 *
 * @throws DomainError FORBIDDEN; BAD_REQUEST for a title or text that is empty or too long, or an unknown placeholder; CONFLICT if there
 *   are 200
 */
export async function saveReply(
  tx: Tx,
  actor: Actor,
  { workspaceId, title, text }: { workspaceId: string; title: string; text: string },
  now: number,
): Promise<SavedReply> {
  requireAgent(actor)
  for (const [name, value] of Object.entries({ title, text })) {
    const { issues } = v.safeParse(Fields[name as keyof typeof Fields], value)
    if (issues)
      throw new DomainError('BAD_REQUEST', 'saved_reply', `The ${name} ${issues[0].message}. Change the ${name}.`)
  }
  const unknown = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !isPlaceholder(name))
  if (unknown !== undefined)
    throw new DomainError(
      'BAD_REQUEST',
      'placeholder',
      `Unknown placeholder {${unknown}}. Use one of ${placeholders.map((name) => `{${name}}`).join(', ')}.`,
    )
  const saved = await listSavedReplies(tx, workspaceId)
  const same = saved.find((reply) => reply.title === title)
  if (!same && saved.length >= MAX_SAVED)
    throw conflict('too_many_saved_replies', `The workspace already has ${MAX_SAVED} saved replies. Delete one first.`)
  const id = same?.id ?? newId('rep')
  await tx.run(
    `INSERT INTO saved_replies (id, workspace_id, title, text, updated_by, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET text = excluded.text, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    id,
    workspaceId,
    title,
    text,
    actor.name,
    now,
  )
  await audit(tx, { workspaceId, actor, action: 'saved_reply.saved', target: id, details: { title }, at: now })
  return { id, title, text }
}

/** @throws DomainError FORBIDDEN, NOT_FOUND */
export async function deleteSavedReply(
  tx: Tx,
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<void> {
  requireAgent(actor)
  const { changes } = await tx.run('DELETE FROM saved_replies WHERE workspace_id = ? AND id = ?', workspaceId, id)
  if (changes === 0)
    throw new DomainError('NOT_FOUND', 'no_such_saved_reply', 'This workspace has no saved reply with this id.')
  await audit(tx, { workspaceId, actor, action: 'saved_reply.deleted', target: id, at: now })
}

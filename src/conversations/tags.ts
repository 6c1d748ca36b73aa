import * as v from 'valibot'
import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { someText } from '../lib/fields.ts'
import type { Reader, Tx } from '../store/store.ts'
import { recordAct } from './acts.ts'
import { getConversation } from './conversations.ts'

/** Most tags of a conversation, and most characters of a tag. */
export const MAX_CHAT_TAGS = 20
export const MAX_CHAT_TAG = 40
/** Most tags of a workspace that are listed. */
export const MAX_TAGS_LISTED = 200

const Tag = someText(undefined, MAX_CHAT_TAG)

/** The tags of a conversation, in their order. */
export async function tagsOf(reader: Reader, id: string): Promise<string[]> {
  const rows = await reader.all<{ tag: string }>(
    'SELECT tag FROM conversation_tags WHERE conversation_id = ? ORDER BY tag',
    id,
  )
  return rows.map(({ tag }) => tag)
}

/** The tags that conversations of a workspace have, in their order. */
export async function chatTags(reader: Reader, workspaceId: string): Promise<string[]> {
  // From one tag to the next one: a tag may be that of thousands.
  const rows = await reader.all<{ tag: string }>(
    `WITH RECURSIVE used (tag) AS (
       SELECT min(tag) FROM conversation_tags WHERE workspace_id = ?
       UNION ALL SELECT (SELECT min(tag) FROM conversation_tags WHERE workspace_id = ? AND tag > used.tag) FROM used WHERE used.tag IS NOT NULL)
     SELECT tag FROM used WHERE tag IS NOT NULL LIMIT ?`,
    workspaceId,
    workspaceId,
    MAX_TAGS_LISTED,
  )
  return rows.map(({ tag }) => tag)
}

export interface TagChange {
  workspaceId: string
  id: string
  add: string[]
  remove: string[]
  /** The name of the agent that other agents see. */
  agentName: string | null
}

/**
 * Adds tags to a conversation, and removes others. What it has, or has not, is not changed.
 *
 * @returns the tags that it has then
 * @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST unless each new tag has 1 to 40 characters; CONFLICT if there would be more than 20
 */
export async function tagConversation(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, add, remove, agentName }: TagChange,
  now: number,
): Promise<string[]> {
  requireAgent(actor)
  await getConversation(tx, workspaceId, id)
  const before = await tagsOf(tx, id)
  const removed = before.filter((tag) => remove.includes(tag))
  const added = [...new Set(add.map(checkedTag))].filter((tag) => !before.includes(tag))
  if (before.length - removed.length + added.length > MAX_CHAT_TAGS)
    throw conflict('too_many_tags', `A conversation can have ${MAX_CHAT_TAGS} tags. Remove one first.`)
  for (const tag of removed) {
    await tx.run('DELETE FROM conversation_tags WHERE conversation_id = ? AND tag = ?', id, tag)
    await recordAct(tx, { conversationId: id, act: 'untagged', agentName, text: tag }, now)
  }
  for (const tag of added) {
    await tx.run(
      'INSERT INTO conversation_tags (workspace_id, conversation_id, tag) VALUES (?, ?, ?)',
      workspaceId,
      id,
      tag,
    )
    await recordAct(tx, { conversationId: id, act: 'tagged', agentName, text: tag }, now)
  }
  // Without the texts of the tags, which may be personal data: the audit log is kept when the conversation is erased.
  const details = { added: added.length, removed: removed.length }
  if (added.length + removed.length > 0)
    await audit(tx, { workspaceId, actor, action: 'conversation.tagged', target: id, details, at: now })
  return tagsOf(tx, id)
}

function checkedTag(text: string): string {
  const tag = text.trim().normalize('NFC')
  const { issues } = v.safeParse(Tag, tag)
  if (issues) throw new DomainError('BAD_REQUEST', 'invalid_tag', `Invalid tag: it ${issues[0].message}.`)
  return tag
}

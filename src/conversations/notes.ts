import * as v from 'valibot'
import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { someText } from '../lib/fields.ts'
import { markSent, picturesToSend, storedPictures } from '../pictures/pictures.ts'
import type { Tx } from '../store/store.ts'
import { maskCardNumbers } from './card-numbers.ts'
import { getConversation } from './conversations.ts'
import { newEventId } from './event-ids.ts'

/** Longest note, in characters. */
export const MAX_NOTE = 4_000
/** Most notes of a conversation. */
const MAX_NOTES = 500

const NoteText = someText(undefined, MAX_NOTE)

export interface NewNote {
  workspaceId: string
  id: string
  /** May be empty if there are pictures. */
  text: string
  authorName: string
  /** Ids of pictures that the member has uploaded. */
  pictures?: readonly string[]
  /** The member who writes; null for the command line. */
  memberId?: string | null
}

/**
 * Adds a note for other agents, which the customer never sees.
 *
 * @returns the id of the note
 * @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST unless the text has 1 to 4,000 characters; CONFLICT if there are 500 notes
 */
export async function addNote(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, text, pictures: ids = [], authorName, memberId = null }: NewNote,
  now: number,
): Promise<string> {
  requireAgent(actor)
  const { issues } = ids.length > 0 && text === '' ? {} : v.safeParse(NoteText, text)
  if (issues)
    throw new DomainError('BAD_REQUEST', 'note_text', `The text of the note ${issues[0].message}. Change the text.`)
  await getConversation(tx, workspaceId, id)
  const notes = await tx.get<{ count: number }>(
    'SELECT count(*) AS count FROM conversation_notes WHERE conversation_id = ?',
    id,
  )
  if ((notes?.count ?? 0) >= MAX_NOTES)
    throw conflict('too_many_notes', `The conversation already has ${MAX_NOTES} notes. Use those.`)
  const pictures = await picturesToSend(tx, { ids, conversationIds: [id, null], memberId })
  const noteId = await newEventId(tx, id, { prefix: 'not', by: 'agent' }, now)
  await tx.run(
    'INSERT INTO conversation_notes (id, conversation_id, author_name, text, at, pictures) VALUES (?, ?, ?, ?, ?, ?)',
    noteId,
    id,
    authorName,
    await maskCardNumbers(tx, workspaceId, text),
    now,
    storedPictures(pictures),
  )
  await markSent(tx, pictures, { conversationId: id, entryId: noteId })
  await audit(tx, { workspaceId, actor, action: 'conversation.noted', target: id, at: now })
  return noteId
}

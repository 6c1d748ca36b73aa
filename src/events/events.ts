import { createHash } from 'node:crypto'
import { consoleUrl } from '../http/console-url.ts'
import { DomainError } from '../lib/errors.ts'
import { base62 } from '../lib/ids.ts'
import { toIso } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { EventData, EventDraft, PersonalData } from './event-type.ts'

/** A stored event. */
export interface StoredEvent {
  id: string
  workspaceId: string
  type: string
  subject: string
  /** With `sequence`. */
  data: EventData
  page: string
  /** Null unless an endpoint may get it. */
  personal: PersonalData | null
  /** Epoch milliseconds. */
  createdAt: number
}

const COLUMNS = `id, workspace_id AS "workspaceId", type, subject, data, page, personal, created_at AS "createdAt"`

interface Row extends Omit<StoredEvent, 'data' | 'personal'> {
  data: string
  personal: string | null
}

/** An event; undefined if the workspace has none with this id. */
export async function findEvent(reader: Reader, workspaceId: string, id: string): Promise<StoredEvent | undefined> {
  const row = await reader.get<Row>(`SELECT ${COLUMNS} FROM events WHERE workspace_id = ? AND id = ?`, workspaceId, id)
  return row && fromRow(row)
}

function fromRow(row: Row): StoredEvent {
  return { ...row, data: JSON.parse(row.data), personal: row.personal === null ? null : JSON.parse(row.personal) }
}

/** The newest events of a workspace, the newest first: all, or those of a type or about one thing. */
export async function newestEvents(
  reader: Reader,
  workspaceId: string,
  { limit, type, subject }: { limit: number; type?: string | undefined; subject?: string | undefined },
): Promise<StoredEvent[]> {
  const rows = await reader.all<Row>(
    `SELECT ${COLUMNS} FROM events WHERE workspace_id = ? AND type = coalesce(?, type) AND subject = coalesce(?, subject)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    workspaceId,
    type ?? null,
    subject ?? null,
    limit,
  )
  return rows.map(fromRow)
}

/** @throws DomainError NOT_FOUND, also for an event of another workspace */
export async function requireEvent(reader: Reader, workspaceId: string, id: string): Promise<StoredEvent> {
  const event = await findEvent(reader, workspaceId, id)
  if (event) return event
  throw new DomainError('NOT_FOUND', 'no_such_event', 'This workspace has no event with this id. Check the id.')
}

/** The id of the event of a type that a change causes: the same whenever it is made of that change. */
export function eventIdOf(workspaceId: string, number: number, type: string, subject: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([workspaceId, number, type, subject]))
    .digest('hex')
  return `evt_${base62(BigInt(`0x${hash.slice(0, 32)}`), 22)}`
}

/** Stores an event. @returns false if it is stored already */
export async function insertEvent(
  tx: Tx,
  { type, subject, data, page, conversationId, customerId, personal }: EventDraft,
  { id, workspaceId, sequence, now }: { id: string; workspaceId: string; sequence: number; now: number },
): Promise<boolean> {
  const { changes } = await tx.run(
    `INSERT INTO events (id, workspace_id, type, subject, data, page, personal, conversation_id, customer_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    id,
    workspaceId,
    type.name,
    subject,
    JSON.stringify({ ...data, sequence }),
    page,
    personal && JSON.stringify(personal),
    conversationId,
    customerId,
    now,
  )
  return changes === 1
}

/** What an endpoint gets. */
export interface Payload {
  id: string
  type: string
  /** ISO-8601. */
  createdAt: string
  /** The id of the workspace. */
  workspace: string
  data: EventData
}

/** @param publicUrl the base address of the server; null: links are left out */
export function payloadOf(
  { id, type, createdAt, workspaceId, data, page, personal }: StoredEvent,
  { includeText, publicUrl }: { includeText: boolean; publicUrl: string | null },
): Payload {
  const url = publicUrl === null ? null : consoleUrl(publicUrl) + page
  const said = includeText ? personal : null
  return { id, type, createdAt: toIso(createdAt), workspace: workspaceId, data: { ...data, url, ...said } }
}

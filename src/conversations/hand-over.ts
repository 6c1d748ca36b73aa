import type { Reader, Tx } from '../store/store.ts'
import { reportAside } from './event-ids.ts'
import { setMode } from './modes.ts'

/** A refund that the customer wants and the assistant could not offer, for agents who start it. */
export interface RefundDraft {
  orderId: string
  orderNumber: string
  /** Empty for the whole order. */
  lines: { itemId: string; title: string; quantity: number }[]
  kind: string
  /** Why it was not offered, such as `outside_period`. */
  reason: string
}

/** What the assistant leaves to people. */
export interface LeftToPeople {
  reason: string
  /** For agents, in English. */
  summary: string
  refundDraft?: RefundDraft | null
  /** Out of hours the customer was asked for an e-mail address. */
  awaitsContact?: boolean
  /** The e-mail address for a reply, if the customer has named one. */
  contactEmail?: string | null
}

/** What agents see of a hand-over. */
export interface HandedOver extends Required<Omit<LeftToPeople, 'awaitsContact'>> {
  /** Epoch milliseconds. */
  at: number
}

/** Leaves a conversation to people. */
export async function leaveToPeople(
  tx: Tx,
  id: string,
  { reason, summary, refundDraft = null, awaitsContact = false, contactEmail = null }: LeftToPeople,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE conversations SET handed_over_at = ?, hand_over_reason = ?, summary = ?, refund_draft = ?, awaits_contact = ?,
       contact_email = coalesce(?, contact_email)
     WHERE id = ?`,
    now,
    reason,
    summary,
    refundDraft && JSON.stringify(refundDraft),
    awaitsContact && contactEmail === null ? 1 : 0,
    contactEmail,
    id,
  )
  await setMode(tx, id, 'waiting', now)
}

/** Whether the customer was asked for an e-mail address and has not named one. */
export async function awaitsContact(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.get('SELECT 1 FROM conversations WHERE id = ? AND awaits_contact = 1', id)
  return row !== undefined
}

/** Keeps the e-mail address that the customer has named for the reply. */
export async function setContact(tx: Tx, id: string, email: string, now: number): Promise<void> {
  await tx.run('UPDATE conversations SET contact_email = ?, awaits_contact = 0 WHERE id = ?', email, id)
  await reportAside(tx, id, 'contact', now)
}

/** The last hand-over of a conversation; null if there was none. */
export async function handOverOf(reader: Reader, id: string): Promise<HandedOver | null> {
  const row = await reader.get<Omit<HandedOver, 'refundDraft'> & { refundDraft: string | null }>(
    `SELECT handed_over_at AS at, hand_over_reason AS reason, summary, refund_draft AS "refundDraft", contact_email AS "contactEmail"
     FROM conversations WHERE id = ? AND handed_over_at IS NOT NULL`,
    id,
  )
  if (!row) return null
  return { ...row, refundDraft: row.refundDraft === null ? null : (JSON.parse(row.refundDraft) as RefundDraft) }
}

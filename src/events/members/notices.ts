import type { Reader } from '../../store/store.ts'
import type { EventDraft } from '../event-type.ts'

/** What a member can get a mail about. */
export interface NoticeKind {
  name: string
  title: string
  /** Whether an event is one. */
  isOf(draft: EventDraft): boolean
  /** Whether somebody still has to do something about it. */
  isOpen(reader: Reader, subject: string): Promise<boolean>
}

/** A notice in a mail that waits: what it is about is looked up when it is sent. */
export interface MemberNotice {
  kind: string
  subject: string
  sentence: string
  /** Of the console. */
  page: string
}

export const noticeKinds: NoticeKind[] = [
  {
    name: 'conversation.waiting',
    title: 'A customer waits for people',
    isOf: ({ type }) => type.name === 'conversation.waiting',
    isOpen: async (reader, subject) =>
      (await reader.get(`SELECT 1 FROM conversations WHERE id = ? AND mode = 'waiting'`, subject)) !== undefined,
  },
  {
    name: 'refund.waiting',
    title: 'A refund waits for approval',
    isOf: ({ type }) => type.name === 'refund.waiting',
    isOpen: async (reader, subject) =>
      (await reader.get(`SELECT 1 FROM refunds WHERE id = ? AND status = 'awaiting_approval'`, subject)) !== undefined,
  },
  {
    name: 'refund.failed',
    title: 'A refund fails, or nobody knows whether it was made',
    isOf: ({ type, data }) =>
      ['refund.failing', 'refund.outcome_unknown'].includes(type.name) ||
      (type.name === 'refund.finished' && data.status === 'failed'),
    isOpen: async (reader, subject) =>
      (await reader.get(`SELECT 1 FROM refunds WHERE id = ? AND status IN ('executing', 'failed')`, subject)) !==
      undefined,
  },
]

/** The notices of the events of one change: one of each kind, also if two events say that a refund has failed. */
export function noticesOf(drafts: EventDraft[]): MemberNotice[] {
  return noticeKinds.flatMap((kind) => {
    const found = drafts.filter((draft) => kind.isOf(draft))
    // The event that says more comes last.
    const draft = found.at(-1)
    if (!draft) return []
    const { subject, page, type, data } = draft
    return [{ kind: kind.name, subject, page, sentence: type.sentence(data) }]
  })
}

export function noticeKind(name: string): NoticeKind | undefined {
  return noticeKinds.find((kind) => kind.name === name)
}

import type { RefObject } from 'preact'
import { api } from '../api.ts'
import { useDespite } from './despite.tsx'
import { type DraftKind, useDraft } from './drafts.ts'
import { useAttachments } from './use-attachments.ts'

/** What a saved reply could not fill in. */
const PLACEHOLDER = /\{(?:customer|order|agent|shop)\.\w+\}/g

interface MessageOptions {
  id: string
  kind: DraftKind
  onSent: () => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** What is written and chosen for the next message, whether it can be sent, and its sending. */
export function useMessage({ id, kind, onSent, field }: MessageOptions) {
  const { text, key, write, renew } = useDraft(id, kind)
  const attachments = useAttachments(id)
  const { ids, areReady } = attachments
  const unfilled = kind === 'reply' ? [...new Set(text.match(PLACEHOLDER))] : []
  const isSendable = (text.trim() !== '' || ids.length > 0) && areReady && unfilled.length === 0
  const work = useDespite(async (despite) => {
    if (!isSendable) return
    if (despite) renew()
    const options = { params: { path: { id } }, headers: { 'Idempotency-Key': key.current } }
    const body = { text: text.trim() === '' ? '' : text, pictures: ids }
    if (kind === 'note') await api.POST('/chats/{id}/note', { ...options, body })
    else await api.POST('/chats/{id}/reply', { ...options, body: despite ? { ...body, despite } : body })
    write('')
    attachments.clear()
    onSent()
    field.current?.focus()
  })
  return { text, write, attachments, unfilled, isSendable, work }
}

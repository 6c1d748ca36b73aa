import { useRef } from 'preact/hooks'
import { api } from '../api.ts'
import type { ChatDetail } from '../api-types.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { DespiteDialog, useDespite } from './despite.tsx'
import { type DraftKind, useDraft } from './drafts.ts'
import { SavedReplies } from './saved-replies.tsx'
import { SlashList } from './slash-list.tsx'
import style from './style.module.css'
import { useSlash } from './use-slash.ts'

const MOST = { reply: 10_000, note: 4_000 }
/** What a saved reply could not fill in. */
const PLACEHOLDER = /\{(?:customer|order|agent|shop)\.\w+\}/g

interface ComposerProps {
  id: string
  detail: ChatDetail | undefined
  kind: DraftKind
  onKind: (kind: DraftKind) => void
  onSent: () => void
  /** Called with each change of what is written. */
  onWriting: (kind: DraftKind) => void
}

/** Where an agent writes a reply, or a note for other agents. Enter sends. What is not sent is kept for each chat. */
export function Composer({ id, detail, kind, onKind, onSent, onWriting }: ComposerProps) {
  const { text, key, write, renew } = useDraft(id, kind)
  const field = useRef<HTMLTextAreaElement>(null)
  const slash = useSlash({ id, field, isOn: kind === 'reply', write })
  const unfilled = kind === 'reply' ? [...new Set(text.match(PLACEHOLDER))] : []
  const isSendable = text.trim() !== '' && unfilled.length === 0
  const work = useDespite(async (despite) => {
    if (!isSendable) return
    if (despite) renew()
    const options = { params: { path: { id } }, headers: { 'Idempotency-Key': key.current } }
    if (kind === 'note') await api.POST('/chats/{id}/note', { ...options, body: { text } })
    else await api.POST('/chats/{id}/reply', { ...options, body: despite ? { text, despite } : { text } })
    write('')
    onSent()
    field.current?.focus()
  })
  if (detail?.next)
    return (
      <p class={style.composer}>
        {t.next} <a href={at(`/chats/${detail.next}`)}>{t.toNext}</a>
      </p>
    )
  return (
    <Form class={`${style.composer} ${kind === 'note' ? style.note : ''}`} onSubmit={work.run}>
      <SlashList slash={slash} />
      <Kinds
        id={id}
        kind={kind}
        draft={text}
        onKind={onKind}
        onSaved={(saved) => write(text ? `${text}\n${saved}` : saved)}
      />
      <label class="hidden" for="composer">
        {kind === 'reply' ? t.replyLabel : t.noteLabel}
      </label>
      <textarea
        ref={field}
        id="composer"
        aria-describedby="composer-hint"
        {...slash.aria}
        placeholder={kind === 'reply' ? t.replyLabel : t.noteTab}
        value={text}
        maxLength={MOST[kind]}
        rows={1}
        onInput={({ currentTarget: { value } }) => {
          write(value)
          slash.follow()
          onWriting(kind)
        }}
        onBlur={slash.end}
        onKeyDown={(event) => {
          // While letters are composed, Enter takes one of them.
          if (event.isComposing) return
          if (slash.press(event.key)) return event.preventDefault()
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          void work.run()
        }}
      />
      <Problem error={work.error} />
      <div class={style.send}>
        <p id="composer-hint" class={unfilled.length > 0 ? 'field-error' : 'hint'}>
          {unfilled.length > 0 ? t.fillIn(unfilled.join(', ')) : hintOf(detail, kind)}
        </p>
        <Button type="submit" kind="primary" isBusy={work.isBusy} disabled={!isSendable}>
          {kind === 'reply' ? t.send : t.addNote}
        </Button>
      </div>
      <DespiteDialog despite={work} kind="reply" />
    </Form>
  )
}

interface KindsProps {
  id: string
  kind: DraftKind
  draft: string
  onKind: (kind: DraftKind) => void
  onSaved: (text: string) => void
}

function Kinds({ id, kind, draft, onKind, onSaved }: KindsProps) {
  return (
    <div class={style.kinds}>
      {(['reply', 'note'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={kind === one} onClick={() => onKind(one)}>
          {one === 'reply' ? t.reply : t.noteTab}
        </button>
      ))}
      {kind === 'reply' && <SavedReplies id={id} draft={draft} onChoose={onSaved} />}
    </div>
  )
}

function hintOf(detail: ChatDetail | undefined, kind: DraftKind): string {
  if (kind === 'note') return t.noteHint
  const mode = detail?.chat.mode
  return mode === 'assistant' ? t.takesOver : mode === 'closed' ? t.reopens : t.replyHint
}

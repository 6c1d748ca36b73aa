import { useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { ChatDetail } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { newKey, useAction } from '../parts/use-action.ts'
import { chat as t } from '../texts/en/chat.ts'
import { SavedReplies } from './saved-replies.tsx'
import style from './style.module.css'

const MOST = { reply: 10_000, note: 4_000 }

interface ComposerProps {
  detail: ChatDetail
  onSent: () => void
  /** Called with each change of what is written. */
  onWriting: (kind: DraftKind) => void
}

/** Where an agent writes a reply, or a note for other agents. Enter sends. What is not sent is kept for each chat. */
export function Composer({ detail, onSent, onWriting }: ComposerProps) {
  const { id, mode } = detail.chat
  const [kind, setKind] = useState<DraftKind>('reply')
  const [text, setText] = useState(() => draftOf(id, 'reply'))
  const field = useRef<HTMLTextAreaElement>(null)
  const key = useRef(newKey())
  const write = (next: string) => {
    setText(next)
    keepDraft(id, kind, next)
    // Another text is another message.
    key.current = newKey()
  }
  const choose = (next: DraftKind) => {
    setKind(next)
    setText(draftOf(id, next))
    field.current?.focus()
  }
  const work = useAction(async () => {
    if (text.trim() === '') return
    const options = { params: { path: { id } }, headers: { 'Idempotency-Key': key.current }, body: { text } }
    if (kind === 'reply') await api.POST('/chats/{id}/reply', options)
    else await api.POST('/chats/{id}/note', options)
    write('')
    onSent()
    field.current?.focus()
  })
  if (detail.next) return null
  return (
    <Form class={`card ${style.composer} ${kind === 'note' ? style.note : ''}`} onSubmit={work.run}>
      <div class={style.kinds}>
        {(['reply', 'note'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={kind === one} onClick={() => choose(one)}>
            {one === 'reply' ? t.reply : t.noteTab}
          </button>
        ))}
        {kind === 'reply' && (
          <SavedReplies draft={text} onChoose={(saved) => write(text ? `${text}\n${saved}` : saved)} />
        )}
      </div>
      <label class="hidden" for="composer">
        {kind === 'reply' ? t.replyLabel : t.noteLabel}
      </label>
      <textarea
        ref={field}
        id="composer"
        aria-describedby="composer-hint"
        value={text}
        maxLength={MOST[kind]}
        rows={3}
        onInput={({ currentTarget: { value } }) => {
          write(value)
          onWriting(kind)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          // While letters are composed, Enter takes one of them.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          void work.run()
        }}
      />
      <Problem error={work.error} />
      <div class={style.send}>
        <p id="composer-hint" class="hint">
          {kind === 'note'
            ? t.noteLabel
            : mode === 'assistant'
              ? t.takesOver
              : mode === 'closed'
                ? t.reopens
                : t.replyHint}
        </p>
        <Button type="submit" kind="primary" isBusy={work.isBusy} disabled={text.trim() === ''}>
          {kind === 'reply' ? t.send : t.addNote}
        </Button>
      </div>
    </Form>
  )
}

/** The browser's storage of this tab; undefined where it is blocked. It ends with the tab: nobody else finds a draft there. */
const storage = (() => {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
})()

export type DraftKind = 'reply' | 'note'

const nameOf = (chatId: string, kind: DraftKind) => `storewire.${kind}.${chatId}`

/** What was written in a chat and not sent, also before a reload. */
function draftOf(chatId: string, kind: DraftKind): string {
  return storage?.getItem(nameOf(chatId, kind)) ?? ''
}

function keepDraft(chatId: string, kind: DraftKind, text: string): void {
  if (text === '') storage?.removeItem(nameOf(chatId, kind))
  else
    try {
      storage?.setItem(nameOf(chatId, kind), text)
    } catch {
      // The storage of the tab is full: the draft lasts as long as the page.
    }
}

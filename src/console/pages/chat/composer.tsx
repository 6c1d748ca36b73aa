import { useRef } from 'preact/hooks'
import type { ChatDetail } from '../api-types.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { AddPictures, Chosen, picturesIn } from './attachments.tsx'
import { DespiteDialog } from './despite.tsx'
import type { DraftKind } from './drafts.ts'
import { SavedReplies } from './saved-replies.tsx'
import { SlashList } from './slash-list.tsx'
import style from './style.module.css'
import type { Attachments } from './use-attachments.ts'
import { useMessage } from './use-message.ts'
import { useSlash } from './use-slash.ts'

const MOST = { reply: 10_000, note: 4_000 }

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
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write, attachments, unfilled, isSendable, work } = useMessage({ id, kind, onSent, field })
  const slash = useSlash({ id, field, isOn: kind === 'reply', write })
  if (detail?.next)
    return (
      <p class={style.composer}>
        {t.next} <a href={at(`/chats/${detail.next}`)}>{t.toNext}</a>
      </p>
    )
  return (
    <Form
      class={`${style.composer} ${kind === 'note' ? style.note : ''}`}
      onSubmit={work.run}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        attachments.add(picturesIn(event.dataTransfer))
      }}
    >
      <SlashList slash={slash} />
      <Kinds
        id={id}
        kind={kind}
        draft={text}
        attachments={attachments}
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
        onPaste={(event) => {
          const pasted = picturesIn(event.clipboardData)
          if (pasted.length === 0) return
          event.preventDefault()
          attachments.add(pasted)
        }}
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
      <Chosen attachments={attachments} />
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
  attachments: Attachments
  onKind: (kind: DraftKind) => void
  onSaved: (text: string) => void
}

function Kinds({ id, kind, draft, attachments, onKind, onSaved }: KindsProps) {
  return (
    <div class={style.kinds}>
      {(['reply', 'note'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={kind === one} onClick={() => onKind(one)}>
          {one === 'reply' ? t.reply : t.noteTab}
        </button>
      ))}
      <AddPictures attachments={attachments} />
      {kind === 'reply' && <SavedReplies id={id} draft={draft} onChoose={onSaved} />}
    </div>
  )
}

function hintOf(detail: ChatDetail | undefined, kind: DraftKind): string {
  if (kind === 'note') return t.noteHint
  const mode = detail?.chat.mode
  return mode === 'assistant' ? t.takesOver : mode === 'closed' ? t.reopens : t.replyHint
}

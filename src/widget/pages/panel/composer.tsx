import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ACCEPTED } from '../accepted.ts'
import { Later, laterParts } from './later.tsx'
import type { Chat, Chosen } from './model.ts'
import type { Panel } from './panel.ts'

/** As many as the server takes, in characters. */
const MOST = 4_000
/** From how few characters left the number is shown. */
const FEW = 200

/** Whether there is something to send, and all of it can be. */
function isSendable(text: string, pictures: Chosen[]): unknown {
  return [...text].length <= MOST && (text.trim() || pictures[0]) && pictures.every(({ id }) => id)
}

/** Where the customer writes. Enter sends, where there is a keyboard with a Shift key for new lines. */
export function Composer({ panel, chat: { draft, pictures, isOpen, openings } }: { panel: Panel; chat: Chat }) {
  const { words, send } = panel
  const field = useRef<HTMLTextAreaElement>(null)
  const left = MOST - [...draft].length
  const canSend = isSendable(draft, pictures)
  /** @returns whether there are files */
  const attach = (files: FileList | null | undefined) => {
    const chosen = [...(files ?? [])]
    if (chosen[0]) void laterParts().then((parts) => parts?.attach(panel, chosen))
    return chosen[0]
  }
  // Without it for what is dragged over it, the browser would open the file instead.
  const drop = (event: DragEvent) => {
    event.preventDefault()
    attach(event.dataTransfer?.files)
  }
  useFocus(field, isOpen, openings)

  function submit(event: Event): void {
    event.preventDefault()
    // What is in the field now: it may not be drawn again yet.
    const text = field.current?.value.trim() ?? ''
    // A key may still come here for a moment after Escape.
    if (!panel.chat.get().isOpen) return
    if (isSendable(text, panel.chat.get().pictures)) void send(text)
    field.current?.focus()
  }
  return (
    <form class="composer" onSubmit={submit} onDragOver={drop} onDrop={drop}>
      {pictures[0] && <Later part="ChosenPictures" {...{ panel, pictures }} />}
      <label class="attach">
        <input
          class="hidden"
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label={words.say('picture')}
          onChange={({ currentTarget }) => {
            attach(currentTarget.files)
            currentTarget.value = ''
          }}
        />
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 5h16v14H4zm0 11 6-6 8 7" />
        </svg>
      </label>
      <label class="hidden" for="write">
        {words.say('write')}
      </label>
      <textarea
        id="write"
        ref={field}
        rows={1}
        dir="auto"
        value={draft}
        placeholder={words.say('write')}
        aria-describedby="left"
        aria-invalid={left < 0}
        enterkeyhint={isTouch() ? 'enter' : 'send'}
        onInput={({ currentTarget }) => panel.draft(currentTarget.value)}
        onPaste={(event) => attach(event.clipboardData?.files) && event.preventDefault()}
        onKeyDown={(event) => {
          const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing
          if (isEnter && !isTouch()) submit(event)
        }}
      />
      <button type="submit" class="send" aria-label={words.say('send')} aria-disabled={!canSend}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12h15M13 6l6 6-6 6" />
        </svg>
      </button>
      <p id="left" class={left < FEW ? 'left' : 'hidden'} role="status">
        {left < 0 ? words.say('tooLong', { count: -left }) : left < FEW && words.say('left', { count: left })}
      </p>
    </form>
  )
}

/** Gives the field the focus when the panel opens. */
function useFocus(field: RefObject<HTMLTextAreaElement | null>, isOpen: boolean, openings: number): void {
  // On a phone the focus would open the keyboard over what there is to read.
  // By the number of openings: if the panel is closed and opened again before it is drawn, `isOpen` is what it was.
  useEffect(() => {
    if (!isOpen || isTouch()) return
    const take = () => field.current?.focus()
    // The visitor may write in a field of the page.
    if (document.hasFocus()) take()
    // A busy browser gives the frame its focus only after that, and takes it from the field first.
    const taking = new AbortController()
    const { signal } = taking
    addEventListener('focus', take, { signal })
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => taking.abort(), { signal })
    return () => taking.abort()
  }, [isOpen, openings])
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

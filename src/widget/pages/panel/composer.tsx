import { useEffect, useRef } from 'preact/hooks'
import type { Chat } from './model.ts'
import type { Panel } from './panel.ts'

/** As many as the server takes, in characters. */
const MOST = 4_000
/** From how few characters left the number is shown. */
const FEW = 200

/** Where the customer writes. Enter sends, where there is a keyboard with a Shift key for new lines. */
export function Composer({ panel, chat: { draft, isOpen, openings } }: { panel: Panel; chat: Chat }) {
  const { words, send } = panel
  const field = useRef<HTMLTextAreaElement>(null)
  const left = MOST - [...draft].length
  const canSend = draft.trim() !== '' && left >= 0
  // On a phone the focus would open the keyboard over what there is to read.
  // By the number of openings: if the panel is closed and opened again before it is drawn, `isOpen` is what it was.
  useEffect(() => {
    if (!isOpen || isTouch()) return
    const take = () => field.current?.focus()
    take()
    // A busy browser gives the frame its focus only after that, and takes it from the field first.
    const taking = new AbortController()
    const { signal } = taking
    addEventListener('focus', take, { signal })
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => taking.abort(), { signal })
    return () => taking.abort()
  }, [isOpen, openings])

  function submit(event: Event): void {
    event.preventDefault()
    // What is in the field now: it may not be drawn again yet.
    const text = field.current?.value.trim() ?? ''
    // A key may still come here for a moment after Escape.
    if (!panel.chat.get().isOpen) return
    if (text !== '' && [...text].length <= MOST) void send(text)
    field.current?.focus()
  }
  return (
    <form class="composer" onSubmit={submit}>
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

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

import { useRef, useState } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { Icon } from './icon.tsx'

const SHOWN_MS = 2_000

/** Copies a text. Over http browsers have no clipboard for pages, but the older command. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  // Within an open dialog nothing outside of it can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

export function CopyButton({ text, label = en.common.copy }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <button
      type="button"
      class="copy"
      aria-label={label}
      onClick={async () => {
        await copy(text)
        setCopied(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setCopied(false), SHOWN_MS)
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span role="status">{isCopied ? en.common.copied : ''}</span>
    </button>
  )
}

/** A text to take along: a key, a link, a command. */
export function CopyField({ text, label }: { text: string; label: string }) {
  return (
    <div class="copy-field">
      <input class="code" readOnly value={text} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={text} label={`${en.common.copy}: ${label}`} />
    </div>
  )
}

/** Lines to paste into a terminal or a program. */
export function CopyBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="copy-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} label={`${en.common.copy}: ${label}`} />
    </div>
  )
}

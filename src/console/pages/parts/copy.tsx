import { useId, useRef, useState } from 'preact/hooks'
import { base, program } from '../base.ts'
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
      <pre tabIndex={0}>
        {text.split(/(\s+(?!\\))/).map((part, index) => (index % 2 === 0 ? <span key={index}>{part}</span> : part))}
      </pre>
      <CopyButton text={text} label={`${en.common.copy}: ${label}`} />
    </div>
  )
}

/** Commands of storewire to paste into a terminal, one a line, as they are typed on the machine of the server. */
export function CommandBlock({ children }: { children: string }) {
  return <CopyBlock text={children.replace(/^storewire /gm, `${program} `)} label={en.common.commandTitle} />
}

/** The `</>` button: the command that does the same as the page. */
export function Command({ children }: { children: string }) {
  const id = useId()
  return (
    <>
      <button type="button" class="icon-button" popovertarget={id} aria-label={en.common.command}>
        <Icon name="code" />
      </button>
      <div id={id} popover class="command">
        <p>{en.common.commandTitle}</p>
        <CommandBlock>{children}</CommandBlock>
      </div>
    </>
  )
}

/** The base address of the API, beside the console. */
export const apiUrl = `${location.origin}${base.replace(/\/console$/, '')}/api/v1`

/** A command that pushes an object; without a key this comes from the environment. */
export function pushCommand(type: string, object: object, secretKey = '$STOREWIRE_SECRET_KEY'): string {
  const body = JSON.stringify({ data: [object] }, null, 2).replaceAll("'", "'\\''")
  return [
    `curl ${apiUrl}/${type} \\`,
    `  -H "Authorization: Bearer ${secretKey}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}

/** Hands a file to the person. */
export function download(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

import type { ComponentChildren } from 'preact'
import { CopyBlock } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { dev as t } from '../texts/en/dev.ts'

interface RowProps {
  /** What is seen of it while it is closed. */
  line: ComponentChildren
  /** Under the line, such as what is wrong. */
  below?: ComponentChildren
  children: ComponentChildren
}

/** One thing of a list; opened, it shows everything about it. It stays open while the page updates itself. */
export function Row({ line, below, children }: RowProps) {
  return (
    <details class="dev-row">
      <summary>
        <Icon name="arrow" />
        <span class="dev-line">{line}</span>
        {below && <span class="dev-below">{below}</span>}
      </summary>
      <div class="dev-body">{children}</div>
    </details>
  )
}

/** A request beside its response. */
export function Exchange({ request, response }: { request: string | null; response: string }) {
  return (
    <div class="dev-exchange">
      <Side title={t.request} text={request} none={request === null ? t.notKept : t.noBody} />
      <Side title={t.response} text={response} none={t.noBody} />
    </div>
  )
}

function Side({ title, text, none }: { title: string; text: string | null; none: string }) {
  return (
    <section>
      <h2>{title}</h2>
      {text ? <CopyBlock text={text} label={title} /> : <p class="quiet">{none}</p>}
    </section>
  )
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const both = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A time to the second, as {@link Time} shows it. */
export const exactText = (at: number) => both.format(at)

/** A time by the clock of the server, which may be far ahead: "ago" would be wrong. The day is on hover. */
export function Time({ at }: { at: number | string }) {
  const moment = new Date(at)
  return (
    <time class="quiet number" dateTime={moment.toISOString()} title={both.format(moment)}>
      {time.format(moment)}
    </time>
  )
}

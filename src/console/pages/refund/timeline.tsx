import type { TimelineEntry } from '../api-types.ts'
import { Foreign, Moment } from '../parts/values.tsx'
import { refund as t } from '../texts/en/refund.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

/** Everything that happened to a refund, the oldest first: moves, and requests to the shop with their answers. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <section class="card">
      <h2>{t.timeline}</h2>
      <ol class={style.timeline}>
        {entries.map((entry) =>
          entry.kind === 'move' ? (
            <Move key={`${entry.to} ${entry.on} ${entry.at}`} entry={entry} />
          ) : (
            <Delivery key={entry.id} entry={entry} />
          ),
        )}
      </ol>
    </section>
  )
}

function Move({ entry: { on, to, actor, reason, at } }: { entry: TimelineEntry }) {
  return (
    <li class={style.move}>
      <p>
        <strong>{t.events[on ?? ''] ?? on}</strong>{' '}
        {actor && (
          <span class="quiet">
            · <Foreign>{actor}</Foreign>
          </span>
        )}
      </p>
      {reason && (
        <p class={style.prose}>
          <Foreign>{wordsOf(reason)}</Foreign>
        </p>
      )}
      <p class="quiet">
        {to && t.statuses[to]}, <Moment at={at} />
      </p>
    </li>
  )
}

/** The reasons of the policy are stored by their names; all others are what somebody wrote. */
function wordsOf(reason: string): string {
  const names = reason.split(', ')
  const words = names.map((name) => en.refunds.whyShort[name])
  return words.every((word) => word !== undefined) ? words.join(', ') : reason
}

/** A verdict is recorded by its name, mostly with a reason or a code of the shop: `refused:too_late`. */
function verdictText(verdict: string): string {
  const [name = '', ...detail] = verdict.split(':')
  return [t.verdicts[name] ?? name, ...detail].join(': ')
}

function Delivery({ entry }: { entry: TimelineEntry }) {
  const { type, number, at, httpStatus, durationMs, verdict, explanation, answer } = entry
  const facts = [
    type === 'refund.create' && number ? t.tryNumber(number) : undefined,
    httpStatus ? `HTTP ${httpStatus}` : undefined,
    durationMs != null ? t.took(durationMs) : undefined,
    verdict ? verdictText(verdict) : t.noAnswerYet,
  ]
  return (
    <li class={style.delivery}>
      <p>{t.deliveries[type ?? ''] ?? type}</p>
      {explanation && (
        <p class={style.prose}>
          <Foreign>{explanation}</Foreign>
        </p>
      )}
      <p class="quiet">
        <Foreign>{facts.filter(Boolean).join(' · ')}</Foreign>, <Moment at={at} />
      </p>
      {answer && (
        <details>
          <summary>{t.answer}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre class={style.answer} tabIndex={0}>
            <Foreign>{answer}</Foreign>
          </pre>
        </details>
      )}
    </li>
  )
}

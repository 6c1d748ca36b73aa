import type { RefundView, TimelineEntry } from '../api-types.ts'
import { Foreign, Moment } from '../parts/values.tsx'
import { refund as t } from '../texts/en/refund.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

type Customer = Pick<RefundView, 'customerId' | 'customerName'>

/** Everything that happened to a refund, the oldest first: moves, and requests to the shop with their answers. */
export function Timeline({ entries, customer }: { entries: TimelineEntry[]; customer: Customer }) {
  return (
    <section class="card">
      <h2>{t.timeline}</h2>
      <ol class={style.timeline}>
        {folded(entries).map(([first, last]) =>
          first.kind === 'move' ? (
            <Move key={`${first.to} ${first.on} ${first.at}`} entry={first} customer={customer} />
          ) : (
            <Delivery key={first.id} first={first} last={last} />
          ),
        )}
      </ol>
    </section>
  )
}

/** Tries one after another that ended alike are one entry. @returns the first and the last of each, which are the same of one alone */
function folded(entries: TimelineEntry[]): [first: TimelineEntry, last: TimelineEntry][] {
  const all: [TimelineEntry, TimelineEntry][] = []
  for (const entry of entries) {
    const before = all.at(-1)
    if (before && entry.type === 'refund.create' && likenessOf(before[1]) === likenessOf(entry)) before[1] = entry
    else all.push([entry, entry])
  }
  return all
}

const likenessOf = ({ type, httpStatus, verdict, explanation, answer }: TimelineEntry) =>
  JSON.stringify([type, httpStatus, verdict, explanation, answer])

function Move({ entry: { on, to, actor, reason, at }, customer }: { entry: TimelineEntry; customer: Customer }) {
  return (
    <li class={style.move}>
      <p>
        <strong>{t.events[on ?? ''] ?? on}</strong>{' '}
        {actor && (
          <span class="quiet">
            ·{' '}
            <Foreign>{actor === `customer ${customer.customerId}` ? (customer.customerName ?? actor) : actor}</Foreign>
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

function Delivery({ first, last }: { first: TimelineEntry; last: TimelineEntry }) {
  const { type, number, at, httpStatus, durationMs, verdict, explanation, answer } = first
  const isOne = first === last
  const facts = [
    type === 'refund.create' && number
      ? isOne
        ? t.tryNumber(number)
        : t.tryNumbers(number, last.number ?? number)
      : undefined,
    httpStatus ? `HTTP ${httpStatus}` : undefined,
    isOne && durationMs != null ? t.took(durationMs) : undefined,
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
        {!isOne && (
          <>
            {' '}
            {t.to} <Moment at={last.at} />
          </>
        )}
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

import { stateText, toneOf } from '../../../lookup/story/tones.ts'
import type { FactRow } from '../api-types.ts'
import { objectAddress } from '../base.ts'
import { Amount, Fact, Foreign, foreign, Status } from '../parts/values.tsx'
import style from './style.module.css'

const thisYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const otherYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })

/** A day, with the exact time on hover and focus. */
export function Day({ at }: { at: string }) {
  const time = new Date(at)
  const format = time.getFullYear() === new Date().getFullYear() ? thisYear : otherYear
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time shows on focus
    <time class="moment" dateTime={at} tabIndex={0} data-exact={exact.format(time)}>
      {format.format(time)}
      <span class="hidden">{`, ${exact.format(time)}`}</span>
    </time>
  )
}

export function State({ state }: { state: string }) {
  return <Status tone={toneOf(state)}>{foreign(stateText(state))}</Status>
}

/** An amount; without a currency it is only a number of minor units. */
export function Money({ amount, currency }: { amount: number; currency: string | null | undefined }) {
  return currency ? <Amount amount={amount} currency={currency} /> : <span class="number">{amount}</span>
}

/** A page of somebody else. */
export function Outside({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      <Foreign>{children}</Foreign>
    </a>
  )
}

/** The value of a fact, in the form of its kind. */
export function FactValue({ row }: { row: FactRow }) {
  const { kind, text, amount, currency, at, until, url, type, id } = row
  if (kind === 'state' && text) return <State state={text} />
  if (kind === 'money' && amount != null) return <Money amount={amount} currency={currency} />
  if (kind === 'link' && url) return <Outside url={url}>{text || url}</Outside>
  if (kind === 'object' && type && id)
    return (
      <a href={objectAddress(type, id)}>
        <Foreign>{text || id}</Foreign>
      </a>
    )
  if (kind === 'date' && at)
    return (
      <>
        <Day at={at} />
        {until && (
          <>
            {' – '}
            <Day at={until} />
          </>
        )}
        {text && (
          <>
            {' '}
            <Foreign>{text}</Foreign>
          </>
        )}
      </>
    )
  return (
    <span class={style.text}>
      <Foreign>{text ?? ''}</Foreign>
    </span>
  )
}

/** An id is what programs know an object by: people read it last. */
export function idLast(rows: FactRow[]): FactRow[] {
  const isId = ({ label }: FactRow) => label === 'ID'
  return [...rows.filter((row) => !isId(row)), ...rows.filter(isId)]
}

export function Facts({ rows }: { rows: FactRow[] }) {
  return (
    <dl class="facts">
      {rows.map((row, index) => (
        <Fact key={index} title={foreign(row.label)} isTotal={row.label === 'Total'}>
          <FactValue row={row} />
        </Fact>
      ))}
    </dl>
  )
}

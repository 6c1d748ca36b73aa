import type { FactRow, Reference } from '../api-types.ts'
import { objectAddress } from '../base.ts'
import { Breakable } from '../parts/breakable.tsx'
import { Money, State } from '../parts/order-head.tsx'
import { Day, Fact, Foreign, foreign } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import style from './style.module.css'

/** A page of somebody else. */
export function Outside({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      <Breakable>{children}</Breakable>
    </a>
  )
}

/** The value of a fact, in the form of its kind. */
export function FactValue({ row, reference }: { row: FactRow; reference?: Reference | undefined }) {
  const { kind, text, amount, currency, at, until, url, type, id } = row
  if (kind === 'state' && text) return <State state={text} />
  if (kind === 'money' && amount != null) return <Money amount={amount} currency={currency} />
  if (kind === 'link' && url) return <Outside url={url}>{text || url}</Outside>
  if (kind === 'object' && type && id)
    return reference && !reference.row ? (
      <span title={t.notArrivedHelp}>
        <Foreign>{text || id}</Foreign> <span class="quiet">{t.notArrived}</span>
      </span>
    ) : (
      <a href={objectAddress(type, id)}>
        {/* An order has a number that people know. */}
        <Foreign>{(text !== id && text) || reference?.row?.title || id}</Foreign>
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
  const isId = (row: FactRow) => row.name === 'id'
  return [...rows.filter((row) => !isId(row)), ...rows.filter(isId)]
}

/** The ids of objects that an object names, and that have not arrived: shops push in any order. */
export function missingOf(references: Reference[]): string[] {
  return references.filter(({ row }) => !row).map(({ id }) => id)
}

/** @param references what the object names, if that may be missing or has a better name */
export function Facts({ rows, references }: { rows: FactRow[]; references?: Reference[] | undefined }) {
  return (
    <dl class="facts">
      {rows.map((row, index) => (
        <Fact key={index} title={foreign(row.label)} isTotal={row.name === 'total'}>
          <FactValue row={row} reference={references?.find(({ type, id }) => type === row.type && id === row.id)} />
        </Fact>
      ))}
    </dl>
  )
}

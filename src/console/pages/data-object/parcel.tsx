import type { FactSection, ParcelStep, Reference } from '../api-types.ts'
import { objectAddress } from '../base.ts'
import { State } from '../parts/order-head.tsx'
import { Day, Foreign } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Facts, FactValue, Outside } from './facts.tsx'
import style from './style.module.css'

/** Shown elsewhere in the card, the days of shipping and delivery with the steps. */
const APART = [
  ...['shipment', 'status', 'progress', 'carrier', 'tracking_number', 'tracking_page', 'last_event'],
  ...['shipped', 'delivered'],
]

interface ParcelProps {
  section: FactSection
  /** What the parcel names, on a page of its own. */
  references?: Reference[]
}

/** A parcel: who carries it, how far it is, and what happened to it. */
export function Parcel({ section: { title, rows, more }, references }: ParcelProps) {
  const of = (name: string) => rows.find((row) => row.name === name)
  const [shipment, status, carrier, number, page] = [
    ...['shipment', 'status', 'carrier', 'tracking_number', 'tracking_page'],
  ].map(of)
  const steps = of('progress')?.steps ?? []
  const last = of('last_event')
  const words = [carrier?.text, number?.text].filter(Boolean).join(' · ')
  return (
    <section class="card">
      <header class={style.parcelHead}>
        <h2>{shipment?.id ? <a href={objectAddress('shipments', shipment.id)}>{title}</a> : title}</h2>
        {status?.text && <State state={status.text} />}
        <span class={style.carrier}>
          {page?.url ? <Outside url={page.url}>{words || t.track}</Outside> : <Foreign>{words}</Foreign>}
        </span>
      </header>
      <Stepper steps={steps} isTroubled={TROUBLED.includes(status?.text ?? '')} />
      {last?.at && (
        <p class={style.last}>
          <Foreign>{last.text ?? ''}</Foreign>
          <span class="quiet">
            {' · '}
            <Day at={last.at} />
          </span>
        </p>
      )}
      <Facts rows={rows.filter((row) => !APART.includes(row.name))} references={references} />
      {more && more.length > 1 && (
        <details class={style.events}>
          <summary>{t.events(more.length)}</summary>
          <ol>
            {more.map((row, index) => (
              <li key={index}>
                <FactValue row={row} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

/** Something keeps the parcel from its next step. */
const TROUBLED = ['delayed', 'exception', 'lost', 'returned_to_sender']

/** The steps of a parcel, with the day of each that is done. */
export function Stepper({ steps, isTroubled }: { steps: ParcelStep[]; isTroubled: boolean }) {
  const reached = steps.findLastIndex(({ isDone }) => isDone)
  return (
    <ol class={style.steps}>
      {steps.map(({ name, at, isDone }, index) => (
        <li
          key={name}
          class={[isDone ? style.done : '', isTroubled && index === reached ? style.troubled : ''].join(' ')}
          aria-current={index === reached ? 'step' : undefined}
        >
          <span>{t.steps[name]}</span>
          <span class="quiet">{at ? <Day at={at} /> : <span class="hidden">{isDone ? t.done : t.notYet}</span>}</span>
        </li>
      ))}
    </ol>
  )
}

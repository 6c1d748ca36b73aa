import { StatusOf } from '../data/rows.tsx'
import { Amount } from '../parts/amount.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { Moment } from '../parts/moment.tsx'
import { objectAddress } from '../parts/object-address.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import style from './style.module.css'

const MONEY = /(total|price|discount|tax|spent)$/i
const TIME = /(At|Until)$/
/** Most entries of a list of texts. */
const MOST = 50

interface ValueProps {
  name: string
  value: unknown
  currency: string | undefined
}

/** The value of a field, in the form that its name and type suggest. */
export function Value({ name, value, currency }: ValueProps) {
  if (Array.isArray(value)) {
    const rest = value.length - MOST
    return (
      <>
        {value.slice(0, MOST).map((one, index) => (
          <span key={index} class={style.entry}>
            <Value name={name} value={one} currency={currency} />
          </span>
        ))}
        {rest > 0 && `+ ${rest}`}
      </>
    )
  }
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number')
    return currency && MONEY.test(name) ? (
      <Amount amount={value} currency={currency} />
    ) : (
      <span class="number">{value}</span>
    )
  if (typeof value !== 'string')
    return value === undefined || value === null ? '–' : <code>{JSON.stringify(value)}</code>
  if (TIME.test(name) && !Number.isNaN(Date.parse(value))) return <Moment at={value} />
  if (/url$/i.test(name)) return <a href={value}>{value}</a>
  if (/status$/i.test(name)) return <StatusOf status={value} />
  if (name === 'productId') return <a href={objectAddress('products', value)}>{value}</a>
  return (
    <span class={style.text}>
      <Foreign>{value}</Foreign>
    </span>
  )
}

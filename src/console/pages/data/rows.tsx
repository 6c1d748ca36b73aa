import { toneOf } from '../../../lookup/story/tones.ts'
import type { DataRow } from '../api-types.ts'
import { objectAddress } from '../base.ts'
import { type Column, ListTable } from '../parts/table.tsx'
import { Amount, Foreign, Status, When } from '../parts/values.tsx'
import { data as t } from '../texts/en/data.ts'
import { en } from '../texts/en.ts'
import { addressOf, type Place, type Type } from './place.ts'
import style from './style.module.css'

interface RowsProps {
  type: Type
  rows: DataRow[]
  /** What list they are, if it can be sorted. */
  list?: Place
}

/** Objects as rows. */
export function Rows({ type, rows, list }: RowsProps) {
  return <ListTable label={en.common.types[type]} columns={columnsOf(type, list)} rows={rows} rowKey={({ id }) => id} />
}

function columnsOf(type: Type, list: Place | undefined): Column<DataRow>[] {
  const titles: { title: string; about: string; amount?: string; at?: string } = t.columns[type]
  const { amount, at } = titles
  // Their titles are sentences.
  const isText = type === 'tickets' || type === 'articles'
  const chip = (title: string, stateOf: (row: DataRow) => string | null | undefined): Column<DataRow> => ({
    title,
    width: isText ? 'short' : 'chip',
    cell: (row) => <StatusOf status={stateOf(row) ?? null} />,
  })
  return [
    {
      title: titles.title,
      place: 'title',
      ...(type === 'orders' ? { width: 'short' as const } : {}),
      cell: (row) => <OpeningName row={row} />,
    },
    {
      title: titles.about,
      width: isText ? 'chip' : 'part',
      place: 'under',
      cell: ({ about }) => <About type={type} about={about ?? null} />,
    },
    ...(type === 'orders'
      ? [{ ...chip(t.payment, ({ payment }) => payment), width: 'short' as const, isSpare: true }]
      : []),
    ...(t.statusesOf[type]
      ? [{ ...chip(t.status, ({ status }) => status), place: amount ? ('chip' as const) : ('end' as const) }]
      : []),
    ...(at ? [{ title: at, width: 'date' as const, cell: ({ at }: DataRow) => (at ? <When at={at} /> : '–') }] : []),
    {
      title: t.updated,
      width: 'date',
      ...(list ? { sorted: sortedBy(list) } : {}),
      isSpare: at !== undefined,
      ...(amount ? {} : { place: 'chip' as const }),
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
    ...(amount
      ? [
          {
            title: amount,
            isNumber: true,
            width: 'amount' as const,
            place: 'end' as const,
            cell: (row: DataRow) => <AmountOf row={row} />,
          },
        ]
      : []),
  ]
}

const sortedBy = ({ cursor: _, sort, ...list }: Place) => ({
  by: sort ?? ('newest' as const),
  other: addressOf(sort ? list : { ...list, sort: 'oldest' }),
})

function OpeningName({ row: { type, id, title } }: { row: DataRow }) {
  return (
    <a class="opens" href={objectAddress(type, id)}>
      <Foreign>{title || id}</Foreign>
    </a>
  )
}

/** What opens an object: its name with its id, or the id alone. */
export function Name({ row: { type, id, title } }: { row: DataRow }) {
  return (
    <span class={style.name}>
      <a href={objectAddress(type, id)}>
        <Foreign>{title || id}</Foreign>
      </a>
      {title && title !== id && (
        <code class="quiet">
          <Foreign>{id}</Foreign>
        </code>
      )}
    </span>
  )
}

function About({ type, about }: { type: Type; about: string | null }) {
  if (!about) return '–'
  return type === 'articles' ? (t.topics[about] ?? about) : <Foreign>{about}</Foreign>
}

export function StatusOf({ status }: { status: string | null }) {
  return status ? <Status tone={toneOf(status)}>{t.statuses[status] ?? status}</Status> : '–'
}

function AmountOf({ row: { amount, currency } }: { row: DataRow }) {
  return typeof amount === 'number' && currency ? <Amount amount={amount} currency={currency} /> : '–'
}

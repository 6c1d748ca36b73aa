import { useRef } from 'preact/hooks'
import type { DataRow } from '../api-types.ts'
import { objectAddress } from '../base.ts'
import { type Column, Table, useRowKeys } from '../parts/table.tsx'
import { Amount, Foreign, Moment, Status } from '../parts/values.tsx'
import { data as t } from '../texts/en/data.ts'
import { en } from '../texts/en.ts'
import type { Type } from './place.ts'
import style from './style.module.css'

/** Objects as rows. */
export function Rows({ type, rows }: { type: Type; rows: DataRow[] }) {
  const place = useRef<HTMLDivElement>(null)
  useRowKeys(place)
  return (
    <div ref={place}>
      <Table label={en.common.types[type]} columns={columnsOf(type)} rows={rows} rowKey={({ id }) => id} />
    </div>
  )
}

function columnsOf(type: Type): Column<DataRow>[] {
  const titles: { title: string; about: string; amount?: string; at?: string } = t.columns[type]
  const { amount, at } = titles
  return [
    { title: titles.title, cell: (row) => <Name row={row} /> },
    { title: titles.about, cell: ({ about }) => <About type={type} about={about ?? null} /> },
    ...(t.statusesOf[type]
      ? [{ title: t.status, cell: ({ status }: DataRow) => <StatusOf status={status ?? null} /> }]
      : []),
    ...(amount ? [{ title: amount, isNumber: true, cell: (row: DataRow) => <AmountOf row={row} /> }] : []),
    ...(at ? [{ title: at, cell: ({ at }: DataRow) => (at ? <Moment at={at} /> : '–') }] : []),
    { title: t.updated, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
  ]
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

/** The color of each status: done, under way, or gone wrong. */
const TONES: Record<string, 'good' | 'waiting' | 'bad'> = {
  delivered: 'good',
  active: 'good',
  solved: 'good',
  published: 'good',
  open: 'waiting',
  delayed: 'waiting',
  exception: 'bad',
  lost: 'bad',
  returned_to_sender: 'bad',
}

export function StatusOf({ status }: { status: string | null }) {
  return status ? <Status tone={TONES[status] ?? 'quiet'}>{t.statuses[status] ?? status}</Status> : '–'
}

function AmountOf({ row: { amount, currency } }: { row: DataRow }) {
  return typeof amount === 'number' && currency ? <Amount amount={amount} currency={currency} /> : '–'
}

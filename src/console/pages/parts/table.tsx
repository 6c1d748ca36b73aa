import type { ComponentChildren, Ref } from 'preact'
import { useRef } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { useRowKeys } from './use-row-keys.ts'

export interface Column<Row> {
  /** Empty over what can be done with a row. */
  title: string
  cell: (row: Row) => ComponentChildren
  /** Numbers are aligned at their end. */
  isNumber?: boolean
  /** Its texts are not broken into lines, but cut where they are very long: names and ids. */
  isWhole?: boolean
  /** Of a list: what it has, which decides how wide it is. Otherwise a text. */
  width?: 'date' | 'chip' | 'amount' | 'short' | 'part'
  /** Of a list on a phone, where a row has two lines: where it is. Columns without a place are left out. */
  place?: 'title' | 'end' | 'under' | 'chip'
  /** Of a list: left out where there is little room. */
  isSpare?: boolean
  /** Of a list that is sorted by this column: which rows are first, and the address of the other order. */
  sorted?: { by: 'newest' | 'oldest'; other: string }
}

interface TableProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/** A list of rows. On a phone each row is a card, with the title of a column in front of its value. */
export function Table<Row>(props: TableProps<Row>) {
  return (
    <div class="table-box">
      <Rows {...props} />
    </div>
  )
}

function Rows<Row>({ label, columns, rows, rowKey, list }: TableProps<Row> & { list?: Ref<HTMLTableElement> }) {
  return (
    <table class={list ? 'table list' : 'table'} ref={list ?? null}>
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.title} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.title} data-title={column.title} data-place={column.place} class={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Rows of one height to look through, by keyboard, too: on a phone each has two lines. The first link of a row opens it, wherever it is
 * clicked.
 */
export function ListTable<Row>(props: TableProps<Row>) {
  const list = useRef<HTMLTableElement>(null)
  useRowKeys(list)
  return <Rows {...props} list={list} />
}

const classOf = <Row,>({ isNumber, isWhole, width, isSpare }: Column<Row>) =>
  [isNumber && 'number', isWhole && 'uncut', width, isSpare && 'spare'].filter(Boolean).join(' ') || undefined

function Heading<Row>({ column }: { column: Column<Row> }) {
  const { title, sorted } = column
  if (title === '') return <td />
  const isNewest = sorted?.by === 'newest'
  return (
    <th scope="col" class={classOf(column)} aria-sort={sorted && (isNewest ? 'descending' : 'ascending')}>
      {sorted ? (
        <a href={sorted.other}>
          {title} <span aria-hidden="true">{isNewest ? '↓' : '↑'}</span>
        </a>
      ) : (
        title
      )}
    </th>
  )
}

/** Where the rows of a list will be. It shows only after a moment, since most lists are there before. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden">{en.common.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}

/** Links to further pages of a list. */
export function Paging({ label, links }: { label: string; links: { title: string; href: string | undefined }[] }) {
  const shown = links.flatMap(({ title, href }) => (href === undefined ? [] : [{ title, href }]))
  if (shown.length === 0) return null
  return (
    <nav class="paging" aria-label={label}>
      {shown.map(({ title, href }) => (
        <a key={title} href={href}>
          {title}
        </a>
      ))}
    </nav>
  )
}

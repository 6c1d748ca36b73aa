import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  /** Empty over what can be done with a row. */
  title: string
  cell: (row: Row) => ComponentChildren
  /** Numbers are aligned at their end. */
  isNumber?: boolean
}

interface TableProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/** A list of rows. On a phone each row is a card, with the title of a column in front of its value. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table class="table">
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) =>
            title === '' ? (
              <td key={title} />
            ) : (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, cell, isNumber }) => (
              <td key={title} data-title={title} class={isNumber ? 'number' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

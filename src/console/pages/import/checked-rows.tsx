import { Foreign } from '../parts/foreign.tsx'
import { Notice } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { importing as t } from '../texts/en/importing.ts'
import type { FileRow } from './rows.ts'

/** What the server thinks of the first rows. */
export interface Checked {
  count: number
  rejected: FileRow[]
  unknown: string[]
  /** Why the file can't be read. */
  unreadable?: string
}

/** Rows whose problems are listed: most have the same one. */
const SHOWN = 6

export function CheckedRows({ checked: { count, rejected, unknown, unreadable } }: { checked: Checked }) {
  if (unreadable !== undefined) return <Notice tone="bad">{unreadable}</Notice>
  return (
    <div role="status">
      {rejected.length === 0 && <Notice tone="quiet">{t.valid(count)}</Notice>}
      {unknown.length > 0 && <Notice>{t.unknown(unknown.join(', '))}</Notice>}
      {rejected.length > 0 && (
        <>
          <Notice tone="bad">{t.wrong(rejected.length, count)}</Notice>
          <Table
            label={t.problem}
            columns={[
              { title: t.row, isNumber: true, cell: ({ place }: FileRow) => place },
              {
                title: t.problem,
                cell: ({ issues }) =>
                  issues.map(({ path, message }) => (
                    <p key={`${path} ${message}`}>
                      {path.length > 0 && <code>{path.join('.')}</code>} <Foreign>{message}</Foreign>
                    </p>
                  )),
              },
            ]}
            rows={rejected.slice(0, SHOWN)}
            rowKey={({ start }) => String(start)}
          />
        </>
      )}
    </div>
  )
}

import type { SourceRow } from '../../../rows/reader.ts'
import { Notice } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { Foreign } from '../parts/values.tsx'
import { importing as t } from '../texts/en/importing.ts'
import type { Checked } from './check.ts'

/** Rows whose problems are listed: most have the same one. */
const SHOWN = 6

/** What the server thinks of the first rows. */
export function CheckedRows({ checked: { count, rejected, ignored } }: { checked: Checked }) {
  return (
    <div role="status">
      {rejected.length === 0 && <p class="quiet">{t.valid(count)}</p>}
      {ignored.length > 0 && <Notice>{t.ignored(ignored.join(', '))}</Notice>}
      {rejected.length > 0 && (
        <>
          <Notice tone="bad">{t.wrong(rejected.length, count)}</Notice>
          <Table
            label={t.problem}
            columns={[
              { title: t.row, isNumber: true, cell: ({ place }: SourceRow) => place },
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
            rowKey={({ place }) => String(place)}
          />
        </>
      )}
    </div>
  )
}

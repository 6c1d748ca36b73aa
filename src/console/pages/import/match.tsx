import { useEffect, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { Foreign } from '../parts/values.tsx'
import { importing as t } from '../texts/en/importing.ts'
import { en } from '../texts/en.ts'
import type { Chosen } from './choose.tsx'
import { ColumnTable } from './column-table.tsx'
import { UnreadableFile } from './records.ts'
import type { FileRow } from './rows.ts'
import { start } from './runner.ts'
import { firstPosition, firstRows } from './sample.ts'
import { checkRows } from './send.ts'
import { guess } from './source.ts'
import { storeImport } from './state.ts'

/** Matches columns with fields, lets the server check the first rows, and starts. */
export function Match({ chosen, onOther }: { chosen: Chosen; onOther: () => void }) {
  const { file, type, source, fields } = chosen
  const [matches, setMatches] = useState(() => guess(source.headings, fields.fields))
  const [checked, setChecked] = useState<Checked>()
  const [updatedAt] = useState(Date.now)
  const isTable = source.format === 'csv'
  const problem = isTable ? problemOf(matches) : undefined
  const check = useAction(async () => {
    try {
      const rows = await firstRows(file, source, { matches, fields: fields.fields, updatedAt })
      setChecked({ count: rows.length, ...(await checkRows(type, rows)) })
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setChecked({ count: 0, rejected: [], ignored: [], unreadable: error.message })
    }
  })
  const begin = useAction(async () => {
    const { id } = await read(api.POST('/imports', { body: { label: file.name.slice(0, 200) } }))
    const { name, size, lastModified } = file
    const state = {
      ...{ type, importId: id, source, matches, updatedAt, file: { name, size, lastModified } },
      ...{ ...firstPosition(source), sent: 0, rejected: [], isDone: false },
    }
    storeImport(state)
    void start(file, state, fields)
  })
  // Objects need no matching: their check is the next step.
  useEffect(() => {
    if (!isTable) void check.run()
  }, [])
  return (
    <div class="stack">
      <h2>{`${file.name} → ${en.common.types[type]}`}</h2>
      {isTable ? (
        <ColumnTable
          chosen={chosen}
          matches={matches}
          onChange={(changed) => {
            setMatches(changed)
            setChecked(undefined)
          }}
        />
      ) : (
        <p class="lead">{t.asTheyAre}</p>
      )}
      {problem && <Notice>{problem}</Notice>}
      {isTable && !matches.includes('updatedAt') && <Notice tone="quiet">{t.noTime}</Notice>}
      <Problem error={check.error ?? begin.error} />
      {check.isBusy && <p class="quiet">{t.checking}</p>}
      {checked && <CheckedRows checked={checked} />}
      <div class="page-actions">
        {checked && checked.count > checked.rejected.length ? (
          <Button kind="primary" onClick={begin.run} isBusy={begin.isBusy}>
            {checked.rejected.length > 0 ? t.startAnyway : t.start}
          </Button>
        ) : (
          <Button kind="primary" onClick={check.run} isBusy={check.isBusy} disabled={problem !== undefined}>
            {t.check}
          </Button>
        )}
        <button type="button" class="button plain" onClick={onOther}>
          {t.other}
        </button>
      </div>
    </div>
  )
}

function problemOf(matches: string[]): string | undefined {
  if (!matches.includes('id')) return t.noId
  const twice = matches.find((name, index) => name !== '' && matches.indexOf(name) !== index)
  return twice === undefined ? undefined : t.twice(twice)
}

/** What the server thinks of the first rows. */
interface Checked {
  count: number
  rejected: FileRow[]
  ignored: string[]
  /** Why the file can't be read. */
  unreadable?: string
}

/** Rows whose problems are listed: most have the same one. */
const SHOWN = 6

function CheckedRows({ checked: { count, rejected, ignored, unreadable } }: { checked: Checked }) {
  if (unreadable !== undefined) return <Notice tone="bad">{unreadable}</Notice>
  return (
    <div role="status">
      {rejected.length === 0 && <Notice tone="quiet">{t.valid(count)}</Notice>}
      {ignored.length > 0 && <Notice>{t.ignored(ignored.join(', '))}</Notice>}
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

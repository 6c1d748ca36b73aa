import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { numberText } from '../parts/chart.tsx'
import { download } from '../parts/copy.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { importing as t } from '../texts/en/importing.ts'
import { readerOf } from './plan.ts'
import { giveUp, plannedRows, type Run, start, stop } from './runner.ts'
import type { ImportState } from './state.ts'

/** An import under way in this tab, or just finished. */
export function Running({ run: { file, state, status, message }, onFinish }: { run: Run; onFinish: () => void }) {
  const { plan, importId, objects, done, rejected, isDone } = state
  const goOn = useAction(async () => {
    const fields = await read(api.GET('/import-fields/{type}', { params: { path: { type: plan.type } } }))
    void start(file, state, fields)
  })
  const save = useAction(async () => download(await rejectedFile(file, state)))
  const isOver = status === 'stopped' || status === 'failed'
  const finish = useAction(async () => {
    await giveUp(state)
    onFinish()
  })
  return (
    <section class="card stack">
      <h2>
        <span role="status">{isDone ? t.done : isOver ? t[status] : t.running}</span>
      </h2>
      <p>{file.name}</p>
      <progress value={done} max={Math.max(objects, 1)} aria-label={file.name} />
      <p class="number">
        {t.progress(numberText(done - rejected.length), numberText(objects))}
        {rejected.length > 0 && ` · ${t.rejected(numberText(rejected.length))}`}
      </p>
      {status === 'waiting' && <Notice>{t.waiting(message)}</Notice>}
      {status === 'failed' && <Notice tone="bad">{message}</Notice>}
      {!isDone && <p class="hint">{t.keepOpen}</p>}
      <Problem error={goOn.error ?? finish.error} />
      <div class="page-actions">
        {!isDone && !isOver && <Button onClick={stop}>{t.stop}</Button>}
        {isOver && (
          <Button kind="primary" onClick={goOn.run} isBusy={goOn.isBusy}>
            {t.goOn}
          </Button>
        )}
        {rejected.length > 0 && (isDone || isOver) && (
          <Button onClick={save.run} isBusy={save.isBusy}>
            {t.download}
          </Button>
        )}
        {(isDone || isOver) && (
          <Button onClick={finish.run} isBusy={finish.isBusy}>
            {isDone ? t.finish : t.discard}
          </Button>
        )}
        <a class="button" href={at(`/imports/${importId}`)}>
          {t.toImport}
        </a>
      </div>
    </section>
  )
}

/**
 * The rejected rows of a file as a file of their own: a table with one more column for the reason, to be corrected and imported again; of
 * JSON a line for each object.
 */
async function rejectedFile(file: File, state: ImportState): Promise<File> {
  const { plan, rejected } = state
  const { fields } = await read(api.GET('/import-fields/{type}', { params: { path: { type: plan.type } } }))
  const reader = await readerOf(file, plan, fields)
  const reasons = new Map(rejected)
  const { table } = reader
  const lines = table ? [lineOf([...table.headings, t.issueColumn], table.delimiter)] : []
  for await (const { place, text, records } of plannedRows(reader, state)) {
    const why = reasons.get(place)
    if (why === undefined) continue
    if (!table || !records) lines.push(objectLine(place, why, text))
    // Of several lines of one object, the first has the reason.
    else
      for (const [index, { cells }] of records.entries())
        lines.push(lineOf(index === 0 ? [...cells, why] : cells, table.delimiter))
  }
  const name = file.name.replace(/(\.\w+)?(\.gz)?$/, (_, ending = '') => `-rejected${table ? ending : '.ndjson'}`)
  return new File([`${lines.join('\n')}\n`], name, { type: table ? 'text/csv' : 'application/x-ndjson' })
}

function lineOf(cells: string[], delimiter: string): string {
  const needsQuotes = (cell: string) => cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell)
  return cells.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)
}

function objectLine(row: number, why: string, text: string): string {
  try {
    return `{"row":${row},"why":${JSON.stringify(why)},"object":${JSON.stringify(JSON.parse(text))}}`
  } catch {
    return JSON.stringify({ row, why, text })
  }
}

import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { numberText } from '../parts/chart.tsx'
import { download } from '../parts/copy.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { importing as t } from '../texts/en/importing.ts'
import { decoded } from './records.ts'
import { giveUp, type Run, start, stop } from './runner.ts'
import type { ImportState } from './state.ts'

const MIB = 1024 * 1024
const sizeText = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`

/** An import under way in this tab, or just finished. */
export function Running({ run: { file, state, status, message }, onFinish }: { run: Run; onFinish: () => void }) {
  const { type, importId, offset, sent, rejected, isDone } = state
  const goOn = useAction(async () => {
    const fields = await read(api.GET('/import-fields/{type}', { params: { path: { type } } }))
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
      <progress value={offset} max={file.size} aria-label={file.name} />
      <p class="number">
        {t.progress(sizeText(offset), sizeText(file.size))} · {t.sent(numberText(sent))}
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
        <a class="button plain" href={at(`/imports/${importId}`)}>
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
async function rejectedFile(file: File, { source, rejected }: ImportState): Promise<File> {
  const { format, delimiter, bodyStart } = source
  const parts: BlobPart[] = []
  const name = file.name.replace(/(\.\w+)?$/, (ending) => `-rejected${format === 'json' ? '.ndjson' : ending}`)
  if (format === 'csv') {
    const heading = await textOf(file, 0, bodyStart)
    parts.push(`${heading.replace(/\r?\n$/, '')}${delimiter}${t.issueColumn}\n`)
  }
  for (const [start, end, place, why] of rejected) {
    const text = (await textOf(file, start, end)).replace(/\r?\n$/, '')
    parts.push(format === 'csv' ? `${withReason(text, delimiter, why)}\n` : `${lineOf(place, why, text)}\n`)
  }
  return new File(parts, name, { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' })
}

async function textOf(file: File, start: number, end: number): Promise<string> {
  const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer())
  return decoded(bytes) ?? new TextDecoder().decode(bytes)
}

/** Of several lines of one object, the first has the reason. */
function withReason(text: string, delimiter: string, why: string): string {
  const reason = `${delimiter}"${why.replaceAll('"', '""')}"`
  return text.includes('"') || !text.includes('\n') ? text + reason : text.replace('\n', `${reason}\n`)
}

function lineOf(row: number, why: string, text: string): string {
  try {
    return `{"row":${row},"why":${JSON.stringify(why)},"object":${JSON.stringify(JSON.parse(text))}}`
  } catch {
    return JSON.stringify({ row, why, text })
  }
}

import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { numberText } from '../parts/chart.tsx'
import { download } from '../parts/download.ts'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { useAction } from '../parts/use-action.ts'
import { importing as t } from '../texts/en/importing.ts'
import { rejectedFile } from './rejected.ts'
import { giveUp, type Run, start, stop } from './runner.ts'

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

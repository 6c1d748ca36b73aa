import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { useAction } from '../parts/use-action.ts'
import { importing as t } from '../texts/en/importing.ts'
import { FileField } from './choose.tsx'
import { giveUp, run, start } from './runner.ts'
import { type ImportState, isSameFile } from './state.ts'

/** An import whose tab was closed: the browser has forgotten the file, so somebody has to choose it again. */
export function Interrupted({ state, onDiscard }: { state: ImportState; onDiscard: () => void }) {
  const [isOther, setOther] = useState(false)
  const { type, importId, file, offset, isDone } = state
  const goOn = useAction(async (chosen: File) => {
    setOther(!isSameFile(state, chosen))
    if (!isSameFile(state, chosen)) return
    if (isDone) {
      run.value = { file: chosen, state, status: 'done', message: '' }
      return
    }
    void start(chosen, state, await read(api.GET('/import-fields/{type}', { params: { path: { type } } })))
  })
  const discard = useAction(async () => {
    await giveUp(state)
    onDiscard()
  })
  return (
    <section class="card form">
      <h2>{isDone ? t.done : t.interrupted(file.name)}</h2>
      <p>{t.interruptedHelp(new Intl.NumberFormat(undefined, { style: 'percent' }).format(offset / file.size))}</p>
      <FileField onFile={goOn.run} error={isOther ? t.otherFile : undefined} />
      <Problem error={goOn.error ?? discard.error} />
      <div class="page-actions">
        <Button onClick={discard.run} isBusy={discard.isBusy}>
          {isDone ? t.finish : t.discard}
        </Button>
        <a class="button plain" href={at(`/imports/${importId}`)}>
          {t.toImport}
        </a>
      </div>
      <p class="hint">{t.discardHelp}</p>
    </section>
  )
}

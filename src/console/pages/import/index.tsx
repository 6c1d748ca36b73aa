import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ImportFields } from '../api-types.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useAction } from '../parts/use-action.ts'
import { isManager } from '../session.ts'
import { importing as t } from '../texts/en/importing.ts'
import { en } from '../texts/en.ts'
import { Choose, FileField } from './choose.tsx'
import type { Look } from './look.ts'
import { Review } from './review.tsx'
import { giveUp, run, start } from './runner.ts'
import { Running } from './running.tsx'
import type { Type } from './send.ts'
import { type ImportState, isSameFile, storedImport } from './state.ts'

interface Chosen {
  look: Look
  fields: Record<Type, ImportFields>
}

/** What columns can be matched with, by type. */
async function readFields(): Promise<Record<Type, ImportFields>> {
  const types = Object.keys(en.common.types) as Type[]
  const all = types.map(async (type) => [
    type,
    await read(api.GET('/import-fields/{type}', { params: { path: { type } } })),
  ])
  return Object.fromEntries(await Promise.all(all))
}

/** Imports a file: choose it, see what it is, send it. */
export default function ImportFile() {
  const [chosen, setChosen] = useState<Chosen>()
  // One that is over, with nothing left to download, is only a page among the imports.
  const [stored, setStored] = useState(() => {
    const state = storedImport()
    return state?.isDone && state.rejected.length === 0 ? undefined : state
  })
  const isNext = run.value?.state.isDone
  return (
    <Page title={t.title} command="storewire import orders_export.csv">
      <a class="back" href={at('/imports')}>
        <Icon name="back" />
        {t.back}
      </a>
      {isManager.value ? (
        <>
          {run.value && (
            <Running
              run={run.value}
              onFinish={() => {
                setChosen(undefined)
                setStored(undefined)
              }}
            />
          )}
          {!run.value && stored && <Interrupted state={stored} onDiscard={() => setStored(undefined)} />}
          {(isNext || !(run.value || stored || chosen)) && (
            <Choose
              onChoose={async (look) => {
                setChosen(undefined)
                setStored(undefined)
                if (run.value) await giveUp(run.value.state)
                setChosen({ look, fields: await readFields() })
              }}
            />
          )}
          {!run.value && !stored && chosen && <Review {...chosen} onOther={() => setChosen(undefined)} />}
        </>
      ) : (
        <Notice>{t.askManager}</Notice>
      )}
    </Page>
  )
}

/** An import whose tab was closed: the browser has forgotten the file, so somebody has to choose it again. */
function Interrupted({ state, onDiscard }: { state: ImportState; onDiscard: () => void }) {
  const [isOther, setOther] = useState(false)
  const { plan, importId, file, objects, done, isDone } = state
  const goOn = useAction(async (chosen: File) => {
    setOther(!isSameFile(state, chosen))
    if (!isSameFile(state, chosen)) return
    if (isDone) {
      run.value = { file: chosen, state, status: 'done', message: '' }
      return
    }
    void start(chosen, state, await read(api.GET('/import-fields/{type}', { params: { path: { type: plan.type } } })))
  })
  const discard = useAction(async () => {
    await giveUp(state)
    onDiscard()
  })
  return (
    <section class="card form">
      <h2>{isDone ? t.done : t.interrupted(file.name)}</h2>
      <p>
        {t.interruptedHelp(
          new Intl.NumberFormat(undefined, { style: 'percent' }).format(objects > 0 ? done / objects : 0),
        )}
      </p>
      <FileField onFile={goOn.run} error={isOther ? t.otherFile : undefined} />
      <Problem error={goOn.error ?? discard.error} />
      <div class="page-actions">
        <Button onClick={discard.run} isBusy={discard.isBusy}>
          {isDone ? t.finish : t.discard}
        </Button>
        <a class="button" href={at(`/imports/${importId}`)}>
          {t.toImport}
        </a>
      </div>
      <p class="hint">{t.discardHelp}</p>
    </section>
  )
}

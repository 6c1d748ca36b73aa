import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ModelCheck } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Command } from '../parts/copy.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { decided, useData } from '../parts/use-data.ts'
import { Fact, Status } from '../parts/values.tsx'
import { assistantSettings } from '../texts/en/assistant-settings.ts'
import { ModelForm } from './model-form.tsx'

const { model: t } = assistantSettings

/** A language model that helps the assistant: where it is, what it may do, and what it was asked today. */
export function Model() {
  const { data, error, reload, set } = useData(() => read(api.GET('/assistant-model')), 'model', [
    decided('assistant_model'),
  ])
  const [isEnding, setEnding] = useState(false)
  const clear = useAction(async () => {
    set(await read(api.POST('/assistant-model/clear', { body: {} })))
    setEnding(false)
    toast(t.ended)
  })
  const settings = data?.settings
  return (
    <section class="card stack">
      <header class="page-actions">
        <h2>{t.title}</h2>
        <Command>{settings ? 'storewire assistant model show' : 'storewire assistant model set --help'}</Command>
      </header>
      <p>{t.lead}</p>
      <p>{t.leaves}</p>
      <Problem error={error} onRetry={reload} />
      {/* What is typed is lost with the model, the key above all. */}
      {data && <ModelForm key={String(!settings)} stored={settings ?? null} onSaved={set} />}
      {data && settings && (
        <>
          <hr />
          <h3>{t.today}</h3>
          <dl class="facts">
            <Fact title={t.calls}>{t.of(data.today.calls, settings.callsPerDay)}</Fact>
            <Fact title={t.tokens}>{t.of(data.today.tokensIn + data.today.tokensOut, settings.tokensPerDay)}</Fact>
            <Fact title={t.rejected}>{data.today.rejected}</Fact>
          </dl>
          <hr />
          <CheckModel onChecked={reload} />
          <hr />
          <Button onClick={() => setEnding(true)}>{t.end}</Button>
        </>
      )}
      {isEnding && (
        <ConfirmDialog title={t.endTitle} action={t.end} isDanger work={clear} onClose={() => setEnding(false)}>
          <p>{t.endWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Asks the model both kinds of question with made-up data, and shows what works and what a turn costs. */
function CheckModel({ onChecked }: { onChecked: () => void }) {
  const [result, setResult] = useState<ModelCheck>()
  const work = useAction(async () => {
    setResult(undefined)
    setResult(await read(api.POST('/assistant-model/check', { body: {} })))
    onChecked()
  })
  return (
    <div class="stack">
      <p class="hint">{t.checkWhy}</p>
      <Button isBusy={work.isBusy} onClick={work.run}>
        {t.check}
      </Button>
      <Problem error={work.error} />
      <div role="status">
        {result && (
          <ul class="checks">
            {result.steps.map(({ step, isOk, found, ms }) => (
              <li key={step}>
                <Status tone={isOk ? 'good' : 'bad'}>{t.steps[step]}</Status> {t.worked(isOk, ms)} {found}
              </li>
            ))}
            <li>{t.costs(result.tokensIn, result.tokensOut, result.calls)}</li>
          </ul>
        )}
      </div>
    </div>
  )
}

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ModelCheck } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { useAction } from '../parts/use-action.ts'
import { assistantSettings } from '../texts/en/assistant-settings.ts'

const { model: t } = assistantSettings

/** Asks the model both kinds of question with made-up data, and shows what works and what a turn costs. */
export function CheckModel({ onChecked }: { onChecked: () => void }) {
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

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ConnectionTest } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'

const { refundSettings: t } = en

/** Sends a signed ping, and shows what the shop answered and what that means. */
export function TestConnection() {
  const [result, setResult] = useState<ConnectionTest>()
  const work = useAction(async () => {
    setResult(undefined)
    setResult(await read(api.POST('/settings/refunds/test-connection', { body: {} })))
  })
  return (
    <div class="stack">
      <p class="hint">{t.testWhy}</p>
      <Button isBusy={work.isBusy} onClick={work.run}>
        {t.test}
      </Button>
      <Problem error={work.error} />
      <div role="status">
        {result && (
          <div class="stack">
            <p>
              <Status tone={result.ok ? 'good' : 'bad'}>
                {result.ok ? t.testOk(result.durationMs) : t.testFailed}
              </Status>
            </p>
            <p>{result.verdict}</p>
            <dl class="facts">
              <div>
                <dt>{t.url}</dt>
                <dd>{result.url}</dd>
              </div>
              {result.httpStatus != null && (
                <div>
                  <dt>{t.status}</dt>
                  <dd>{result.httpStatus}</dd>
                </div>
              )}
              {result.answer && (
                <div>
                  <dt>{t.answer}</dt>
                  <dd>
                    <code>{result.answer}</code>
                  </dd>
                </div>
              )}
            </dl>
          </div>
        )}
      </div>
    </div>
  )
}

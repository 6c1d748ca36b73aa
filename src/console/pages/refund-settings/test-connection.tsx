import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { CheckResult, ConnectionTest, EndpointCheck } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Fact, Status, type Tone } from '../parts/values.tsx'
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
              <Fact title={t.url}>{result.url}</Fact>
              {result.httpStatus != null && <Fact title={t.status}>{result.httpStatus}</Fact>}
              {result.answer && (
                <Fact title={t.answer}>
                  <code>{result.answer}</code>
                </Fact>
              )}
              <Fact title={t.sent}>
                <CopyBlock text={headerLines(result.sent)} label={t.sent} />
              </Fact>
            </dl>
          </div>
        )}
      </div>
    </div>
  )
}

const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const TONES: Record<CheckResult['status'], Tone> = { pass: 'good', fail: 'bad', skip: 'quiet' }
/** What has to be fixed comes first. */
const ORDER: CheckResult['status'][] = ['fail', 'skip', 'pass']

/** Tries the endpoint with requests that it must accept or refuse, and says what to fix. */
export function CheckEndpoint() {
  const [result, setResult] = useState<EndpointCheck>()
  const work = useAction(async () => {
    setResult(undefined)
    setResult(await read(api.POST('/settings/refunds/check', { body: {} })))
  })
  const checks = result?.checks.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)) ?? []
  return (
    <div class="stack">
      <p class="hint">{t.checkWhy}</p>
      <Button isBusy={work.isBusy} onClick={work.run}>
        {t.check}
      </Button>
      <Problem error={work.error} />
      <p role="status">
        {result && (
          <Status tone={result.failed > 0 ? 'bad' : 'good'}>
            {t.checkSum(result.passed, result.failed, result.skipped)}
          </Status>
        )}
      </p>
      {result && (
        <ul class="checks">
          {checks.map((check) => (
            <li key={`${check.group} ${check.name}`}>
              <Check {...check} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Check({ status, name, reason, why, fix }: CheckResult) {
  const head = (
    <>
      <Status tone={TONES[status]}>{t.checkStates[status]}</Status> {name}
    </>
  )
  if (status === 'pass') return head
  return (
    <details>
      <summary>{head}</summary>
      {reason && <p>{reason}</p>}
      <p class="quiet">{why}</p>
      <p>
        <strong>{t.checkFix}:</strong> {fix}
      </p>
    </details>
  )
}

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { MailTest } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Loading, Notice, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { Fact, Moment, Status } from '../parts/values.tsx'
import { systemMail as t } from '../texts/en/system-mail.ts'

/** How e-mail is set up and how it goes, with a test to the operator. */
export function Mail() {
  const { data, error, reload } = useData(() => read(api.GET('/system/mail')), 'mail')
  const [tested, setTested] = useState<MailTest>()
  const test = useAction(async () => {
    setTested(undefined)
    setTested(await read(api.POST('/system/mail/test', { body: {} })))
    reload()
  })
  const setup = data?.setup
  const isFailing = setup?.failedAt != null && (setup.succeededAt == null || setup.failedAt > setup.succeededAt)
  return (
    <section class="card stack" aria-labelledby="mail">
      <h2 id="mail">{t.title}</h2>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && !setup && <p class="quiet">{t.off}</p>}
      {data && setup && (
        <>
          <dl class="facts">
            <Fact title={t.state}>
              <Status tone={isFailing ? 'bad' : 'good'}>{isFailing ? t.failing : t.on}</Status>
            </Fact>
            <Fact title={t.host}>{setup.host}</Fact>
            <Fact title={t.sender}>{setup.sender}</Fact>
            <Fact title={t.domains}>{setup.domains.join(', ') || t.noDomains}</Fact>
            <Fact title={t.last}>{setup.succeededAt ? <Moment at={setup.succeededAt} /> : t.never}</Fact>
            <Fact title={t.waiting}>{data.waiting}</Fact>
            <Fact title={t.failed}>{data.failed}</Fact>
          </dl>
          {isFailing && <Notice tone="bad">{setup.problem}</Notice>}
          {tested && (
            <Notice tone={tested.verdict === 'sent' ? 'good' : 'bad'}>
              {tested.verdict === 'sent' ? t.sent(tested.to) : t.notSent(tested.explanation ?? '')}
            </Notice>
          )}
          <Problem error={test.error} />
          <p>
            <Button isBusy={test.isBusy} onClick={test.run}>
              {t.test}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

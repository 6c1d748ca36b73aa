import { useState } from 'preact/hooks'
import type { DevRule, DevView } from '../../dev-view.ts'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { dev as t } from '../texts/en/dev.ts'
import { callDev } from './call.ts'
import { Choice, Standing } from './standing.tsx'

const FIRST = { behaviour: 'refuse', on: '', order: '', times: '1', code: '', message: '' }
const names = (one: string) => [one, one]
const BEHAVIOURS = Object.fromEntries(Object.keys(t.behaviours).map(names))
const REQUESTS = { '': t.onDefault, ...Object.fromEntries(['ping', 'refund.preview', 'refund.create'].map(names)) }

/** How the sample shop behaves as a refund endpoint. */
export function Rules({ view: { rules, endpointUrl }, reload }: { view: DevView; reload: () => void }) {
  const [draft, setDraft] = useState(FIRST)
  const change = (name: keyof typeof FIRST) => (value: string) => setDraft({ ...draft, [name]: value })
  const work = useAction(async () => {
    const { times, ...texts } = draft
    const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
    await callDev('POST', '/shop/rules', { ...given, ...(times && { times: Number(times) }) })
    setDraft(FIRST)
    reload()
  })
  const issue = (name: string) => work.error?.issue(name)
  return (
    <div class="stack">
      {endpointUrl !== null && !endpointUrl.endsWith('/dev/shop/refunds') && (
        <Notice>{t.otherEndpoint(endpointUrl)}</Notice>
      )}
      <section class="card stack">
        <h2>{t.tabs.rules}</h2>
        <p class="quiet">{t.rulesLead}</p>
        <Standing
          lines={rules.map(ruleText)}
          none={t.noRules}
          path="/shop/rules"
          end={t.removeRules}
          onEnded={reload}
        />
      </section>
      <section class="card">
        <h2>{t.addRule}</h2>
        <ActionForm work={work} label={t.addRule}>
          <div class="fields">
            <Choice
              label={t.behaviour}
              hint={t.behaviours[draft.behaviour]}
              value={draft.behaviour}
              options={BEHAVIOURS}
              onChoose={change('behaviour')}
            />
            <Choice label={t.on} hint={t.onHint} value={draft.on} options={REQUESTS} onChoose={change('on')} />
            <TextField label={t.onlyOrder} hint={t.onlyOrderHint} value={draft.order} onInput={change('order')} />
            <TextField
              label={t.times}
              hint={t.timesHint}
              error={issue('times')}
              value={draft.times}
              onInput={change('times')}
              inputMode="numeric"
            />
            {draft.behaviour === 'refuse' && (
              <>
                <TextField label={t.code} value={draft.code} onInput={change('code')} />
                <TextField label={t.message} value={draft.message} onInput={change('message')} />
              </>
            )}
          </div>
        </ActionForm>
      </section>
    </div>
  )
}

function ruleText({ behaviour, on, order, times }: DevRule): string {
  return [
    behaviour,
    on,
    order === null ? t.allOrders : t.orderOf(order),
    times === null ? t.always : t.next(times),
  ].join(' · ')
}

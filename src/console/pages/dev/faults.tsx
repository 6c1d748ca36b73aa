import { useState } from 'preact/hooks'
import type { DevFault } from '../../dev-view.ts'
import { numberText } from '../parts/chart.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { useAction } from '../parts/use-action.ts'
import { dev } from '../texts/en/dev.ts'
import { devFaults as t } from '../texts/en/dev-faults.ts'
import { callDev } from './call.ts'
import { Choice, Standing } from './standing.tsx'

const FIRST = { fault: '500', route: '', next: '3', share: '', delay: '2s' }
const FAULTS = Object.fromEntries(Object.keys(t.faults).map((one) => [one, one]))

/** What goes wrong with calls of the API. */
export function Faults({ faults, reload }: { faults: DevFault[]; reload: () => void }) {
  const [draft, setDraft] = useState(FIRST)
  const change = (name: keyof typeof FIRST) => (value: string) => setDraft({ ...draft, [name]: value })
  const work = useAction(async () => {
    const { fault, route, next, share, delay } = draft
    await callDev('POST', '/chaos', {
      fault: Number(fault) || fault,
      ...(route && { route }),
      ...(next && { next: Number(next) }),
      ...(share && { share: Number(share) }),
      ...(fault === 'delay' && { delay }),
    })
    setDraft(FIRST)
    reload()
  })
  const field = (name: 'route' | 'next' | 'share' | 'delay') => ({
    value: draft[name],
    onInput: change(name),
    error: work.error?.issue(name),
  })
  return (
    <div class="stack">
      <section class="card stack">
        <h2>{dev.tabs.faults}</h2>
        <p class="quiet">{t.faultsLead}</p>
        <Standing lines={faults.map(faultText)} none={t.noFaults} path="/chaos" end={t.endFaults} onEnded={reload} />
      </section>
      <section class="card">
        <h2>{t.addFault}</h2>
        <ActionForm work={work} label={t.addFault}>
          <div class="fields">
            <Choice
              label={t.fault}
              hint={t.faults[draft.fault]}
              value={draft.fault}
              options={FAULTS}
              onChoose={change('fault')}
            />
            {draft.fault === 'delay' && <TextField label={t.delay} {...field('delay')} />}
            <TextField label={t.route} hint={t.routeHint} {...field('route')} />
            <TextField label={t.nextCalls} hint={t.nextCallsHint} inputMode="numeric" {...field('next')} />
            <TextField label={t.share} hint={t.shareHint} inputMode="decimal" {...field('share')} />
          </div>
        </ActionForm>
      </section>
    </div>
  )
}

function faultText({ fault, delay, route, next, share }: DevFault): string {
  return [
    fault,
    typeof delay === 'number' ? dev.ms(delay) : delay,
    route ?? t.allCalls,
    next === undefined ? dev.always : dev.next(next),
    share === undefined ? undefined : t.shareOf(`${numberText(share * 100)} %`),
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
}

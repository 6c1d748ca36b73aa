import { useEffect, useState } from 'preact/hooks'
import { durationText } from '../../../lib/time.ts'
import type { DevView } from '../../dev-view.ts'
import { Button } from '../parts/button.tsx'
import { Command } from '../parts/copy.tsx'
import { TextField } from '../parts/field.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { dev as t } from '../texts/en/dev.ts'
import { callDev } from './call.ts'
import { exactText } from './row.tsx'

const SECOND_MS = 1_000

/** The time of the server, and how to move it. */
export function Clock({ view, onMoved }: { view: DevView; onMoved: () => void }) {
  const [advance, setAdvance] = useState('20s')
  const work = useAction(async () => {
    await callDev('POST', '/clock', { advance })
    onMoved()
  })
  return (
    <section class="card dev-clock" aria-label={t.clock}>
      <div>
        <h2>{t.clock}</h2>
        <Now serverNow={view.now} />
        <p class={view.aheadMs > 0 ? 'dev-ahead' : 'quiet'}>
          {view.aheadMs > 0 ? t.ahead(durationText(view.aheadMs)) : t.machine}
        </p>
      </div>
      <div>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void work.run()
          }}
        >
          <TextField
            label={t.advanceBy}
            hint={t.advanceHint}
            value={advance}
            onInput={setAdvance}
            error={work.error?.issue('advance')}
            maxLength={40}
            required
          />
          <Button type="submit" isBusy={work.isBusy}>
            {t.advance}
          </Button>
          <Command>{`storewire clock advance ${advance}`}</Command>
        </form>
        <Problem error={work.error?.issue('advance') ? null : work.error} />
      </div>
    </section>
  )
}

/** It ticks: the time that was read last is only where it begins. */
function Now({ serverNow }: { serverNow: string }) {
  const [ticks, setTicks] = useState({ ahead: 0, now: 0 })
  useEffect(() => {
    const ahead = Date.parse(serverNow) - Date.now()
    const tick = () => setTicks({ ahead, now: Date.now() })
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [serverNow])
  return <p class="dev-time number">{exactText(ticks.now === 0 ? Date.parse(serverNow) : ticks.now + ticks.ahead)}</p>
}

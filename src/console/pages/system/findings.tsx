import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Finding } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { useAction } from '../parts/use-action.ts'
import { system as t } from '../texts/en/system.ts'

const TONES = { ok: 'good', warning: 'waiting', problem: 'bad' } as const

/** What the doctor finds, when somebody asks: it takes a while. */
export function Findings() {
  const [findings, setFindings] = useState<Finding[]>([])
  const work = useAction(async () => setFindings((await read(api.GET('/system/findings'))).data))
  return (
    <section class="card">
      <h2>{t.findings}</h2>
      <p class="quiet">{t.findingsHelp}</p>
      <ul class="rows">
        {findings.map(({ check, level, found, todo }) => (
          <li key={`${check} ${found}`}>
            <Status tone={TONES[level]}>{t.levels[level]}</Status>
            <span>
              <code>{check}</code> <Foreign>{found}</Foreign>
              {todo && (
                <>
                  <br />
                  <Foreign>{todo}</Foreign>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Problem error={work.error} />
      <Button onClick={work.run} isBusy={work.isBusy}>
        {t.check}
      </Button>
    </section>
  )
}

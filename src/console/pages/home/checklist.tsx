import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SetupStep } from '../api-types.ts'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/values.tsx'
import { serverNow } from '../server-clock.ts'
import { en } from '../texts/en.ts'
import { FirstPush, StepHelp } from './first-push.tsx'
import style from './style.module.css'
import type { SeenPush } from './use-home.ts'

const { home: t } = en

interface ChecklistProps {
  steps: SetupStep[]
  seen: SeenPush | undefined
  onChange: () => void
}

/** How far the workspace is set up. A step is done when it has happened, and not when somebody clicks. */
export function Checklist({ steps, seen, onChange }: ChecklistProps) {
  const isDone = (step: SetupStep) => step.isDone || (step.name === 'push' && seen !== undefined)
  const done = steps.filter(isDone).length
  const next = steps.find((step) => !isDone(step))?.name
  return (
    <section class="card" aria-labelledby="setup">
      <div class={style.setupHead}>
        <h2 id="setup">{t.setup}</h2>
        <p class="quiet number">{t.doneOf(done, steps.length)}</p>
      </div>
      <progress class={style.progress} value={done} max={steps.length} aria-label={t.setup} />
      <ol class={style.steps}>
        {steps.map((step) => (
          <li key={step.name}>
            {isDone(step) ? (
              <DoneStep step={step} seen={step.name === 'push' ? seen : undefined} />
            ) : (
              <OpenStep name={step.name} isNext={step.name === next}>
                {step.name === 'push' ? <FirstPush onKey={onChange} /> : <StepHelp name={step.name} />}
              </OpenStep>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A step that is to do. The next one is open; the others open when somebody asks. */
function OpenStep({
  name,
  isNext,
  children,
}: {
  name: SetupStep['name']
  isNext: boolean
  children: ComponentChildren
}) {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isNext && ref.current) ref.current.open = true
  }, [isNext])
  return (
    <details ref={ref} class={style.step}>
      <summary>
        <span class={style.mark} aria-hidden="true" />
        {t.steps[name]}
        <span class="hidden">{t.toDo}</span>
      </summary>
      <div class={style.help}>{children}</div>
    </details>
  )
}

function DoneStep({ step: { name, at, subject }, seen }: { step: SetupStep; seen: SeenPush | undefined }) {
  return (
    <p class={style.done} role={name === 'push' ? 'status' : undefined}>
      <span class={style.doneMark}>
        <Icon name="check" />
      </span>
      <span>
        {t.steps[name]}
        <span class="hidden">{t.done}</span>
        <span class={style.what}>
          {seen ? (
            <>
              {t.arrived(seen.id)} <Ago at={seen.at} />
            </>
          ) : (
            <>
              {t.happened[name](subject ?? '', Boolean(at))} {at && <Moment at={at} />}
            </>
          )}
        </span>
      </span>
    </p>
  )
}

/** Tenths of a second count for somebody who waits for the first push. */
const TICK_MS = 100
const EXACT_FOR_MS = 10_000

function Ago({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  const age = Math.max(0, now - at)
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), age < EXACT_FOR_MS ? TICK_MS : 1_000)
    return () => clearTimeout(timer)
  }, [age, at])
  // A reader of the screen hears what arrived, and not each tenth of a second.
  return (
    <span aria-hidden="true">
      {t.ago(age < EXACT_FOR_MS ? (age / 1000).toFixed(1) : String(Math.round(age / 1000)))}
    </span>
  )
}

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Home, SetupStep } from '../api-types.ts'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/values.tsx'
import { hiddenSetups, hideSetup, showSetup } from '../preferences.ts'
import { session } from '../session.ts'
import { home as t } from '../texts/en/home.ts'
import { Ago } from './ago.tsx'
import { AskFirst } from './sample.tsx'
import { StepHelp } from './steps.tsx'
import style from './style.module.css'
import type { SeenPush } from './use-home.ts'

interface ChecklistProps {
  steps: SetupStep[]
  backup: Home['backup']
  readAt: string
  seen: SeenPush | undefined
  onChange: () => void
}

/**
 * How far the workspace is set up, on one line that can be opened and hidden. A step is done when it has happened, and not when somebody
 * clicks.
 */
export function Checklist({ steps, backup, readAt, seen, onChange }: ChecklistProps) {
  const isDone = (step: SetupStep) => step.isDone || (step.name === 'push' && seen !== undefined)
  const done = steps.filter(isDone).length
  const next = steps.find((step) => !isDone(step))?.name
  const workspaceId = session.value?.workspace.id ?? ''
  if (hiddenSetups.value.includes(workspaceId))
    return (
      <p class={style.hidden}>
        <button type="button" class="button" onClick={() => showSetup(workspaceId)}>
          {t.showSetup(done, steps.length)}
        </button>
      </p>
    )
  return (
    <section class={`card ${style.setup}`} aria-labelledby="setup">
      {seen && <Arrived seen={seen} />}
      <div class={style.setupActions}>
        <AskFirst readAt={readAt} isPrimary={false} />
        <button type="button" class="button" onClick={() => hideSetup(workspaceId)}>
          {t.hideSetup}
        </button>
      </div>
      <details>
        <summary>
          <h2 id="setup">{t.setup}</h2>
          <span class="quiet number">{t.doneOf(done, steps.length)}</span>
          {next && <span class="quiet">{t.next(t.steps[next])}</span>}
        </summary>
        <div class={style.unfolded}>
          <progress class={style.progress} value={done} max={steps.length} aria-label={t.setup} />
          <ol class={style.steps}>
            {steps.map((step) => (
              <li key={step.name}>
                {isDone(step) ? (
                  <DoneStep step={step} />
                ) : (
                  <OpenStep name={step.name} isNext={step.name === next}>
                    <StepHelp name={step.name} backup={backup} onChange={onChange} />
                  </OpenStep>
                )}
              </li>
            ))}
          </ol>
        </div>
      </details>
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
  const [isOpen, setOpen] = useState(isNext)
  useEffect(() => {
    if (isNext) setOpen(true)
  }, [isNext])
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} class={style.step}>
      <summary>
        <span class={style.mark} aria-hidden="true" />
        {t.steps[name]}
        <span class="hidden">{t.toDo}</span>
      </summary>
      {isOpen && <div class={style.help}>{children}</div>}
    </details>
  )
}

/** The push that somebody waited for. */
function Arrived({ seen }: { seen: SeenPush }) {
  return (
    <p class={style.done} role="status">
      <span class={style.doneMark}>
        <Icon name="check" />
      </span>
      <span>
        {t.arrived(seen.id)} <Ago at={seen.at} />
      </span>
    </p>
  )
}

function DoneStep({ step: { name, at, subject } }: { step: SetupStep }) {
  return (
    <p class={style.done}>
      <span class={style.doneMark}>
        <Icon name="check" />
      </span>
      <span>
        {t.steps[name]}
        <span class="hidden">{t.done}</span>
        <span class={style.what}>
          {t.happened[name](subject ?? '', Boolean(at))} {at && <Moment at={at} />}
        </span>
      </span>
    </p>
  )
}

import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/notice.tsx'
import { Foreign } from '../parts/values.tsx'
import { palette as t } from '../texts/en/palette.ts'
import style from './style.module.css'
import { type Choice, useChoices } from './use-choices.ts'

/** Leads to pages, and to what a text names. The field keeps the focus, and the arrow keys go through the choices. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const list = useId()
  const [text, setText] = useState('')
  const { choices, isComplete, isBusy, error } = useChoices(text)
  const [current, setCurrent] = useState(0)
  const chosen = choices[Math.min(current, choices.length - 1)]
  const hasChosen = useRef(false)
  useEffect(
    () => () => {
      // The title of the page that was chosen could not get the focus yet, or the dialog has given it back to what had it before.
      if (hasChosen.current) document.querySelector<HTMLElement>('main h1')?.focus()
    },
    [],
  )
  const idOf = ({ href }: Choice) => `${list} ${href}`.replaceAll(' ', '-')
  useEffect(() => {
    if (chosen) document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const choose = ({ href }: Choice) => {
    hasChosen.current = true
    onClose()
    route(href)
  }
  const step = (by: number) => setCurrent((current + by + choices.length) % Math.max(choices.length, 1))
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => chosen && choose(chosen),
  }
  return (
    <Dialog title={t.title} onClose={onClose}>
      <input
        class={style.field}
        autofocus
        type="text"
        role="combobox"
        aria-label={t.label}
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && idOf(chosen)}
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder={t.label}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setCurrent(0)
        }}
        onKeyDown={(event) => {
          const press = event.isComposing ? undefined : keys[event.key]
          if (!press) return
          event.preventDefault()
          press()
        }}
      />
      <Choices id={list} choices={choices} chosen={chosen} idOf={idOf} onChoose={choose} />
      <Problem error={error} />
      <p class={choices.length > 0 ? 'hidden' : 'quiet'} role="status">
        {isBusy ? t.searching : t.count(choices.length)}
      </p>
      {!isComplete && <p class="hint">{t.incomplete}</p>}
    </Dialog>
  )
}

interface ChoicesProps {
  id: string
  choices: Choice[]
  chosen: Choice | undefined
  idOf: (choice: Choice) => string
  onChoose: (choice: Choice) => void
}

/** The list of a combobox: the field has the focus, and names the chosen line. */
function Choices({ id, choices, chosen, idOf, onChoose }: ChoicesProps) {
  return (
    <div id={id} class={style.list} role="listbox" aria-label={t.list}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which has the focus
        <div
          key={choice.href}
          id={idOf(choice)}
          role="option"
          tabIndex={-1}
          aria-selected={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          <span class={style.title}>
            <Foreign>{choice.title}</Foreign>
          </span>
          {choice.about && (
            <span class={style.about}>
              <Foreign>{choice.about}</Foreign>
            </span>
          )}
          <span class={style.kind}>{choice.kind}</span>
        </div>
      ))}
    </div>
  )
}

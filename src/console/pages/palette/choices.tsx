import { Foreign } from '../parts/foreign.tsx'
import { palette as t } from '../texts/en/palette.ts'
import style from './style.module.css'
import type { Choice } from './use-choices.ts'

interface ChoicesProps {
  id: string
  choices: Choice[]
  chosen: Choice | undefined
  idOf: (choice: Choice) => string
  onChoose: (choice: Choice) => void
}

/** The list of a combobox: the field has the focus, and names the chosen line. */
export function Choices({ id, choices, chosen, idOf, onChoose }: ChoicesProps) {
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

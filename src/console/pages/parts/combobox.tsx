import { useEffect, useId, useState } from 'preact/hooks'
import { Foreign } from './values.tsx'

export interface Option {
  key: string
  title: string
  /** What else helps to recognize it. */
  about?: string | undefined
  /** At the end of the line: the kind of thing that it is, or its state. */
  kind?: string | undefined
}

interface ComboboxProps<One extends Option> {
  /** Of the field. */
  label: string
  /** Of the list. */
  list: string
  text: string
  onInput: (text: string) => void
  options: One[]
  onChoose: (option: One) => void
  maxLength?: number
}

/** Which option of a list is chosen: the arrow keys of its field change it, and Enter takes it. */
export function useChosen<One extends Option>(options: One[], onChoose: (option: One) => void) {
  const [current, setCurrent] = useState(0)
  const chosen = options[Math.min(current, options.length - 1)]
  const step = (by: number) => () => setCurrent((current + by + options.length) % Math.max(options.length, 1))
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: step(1),
    ArrowUp: step(-1),
    Enter: chosen && (() => onChoose(chosen)),
  }
  return { chosen, keys, begin: () => setCurrent(0) }
}

/** A field with a list of what its text may mean: the field keeps the focus, and the arrow keys go through the list. */
export function Combobox<One extends Option>(props: ComboboxProps<One>) {
  const { label, list, text, onInput, options, onChoose, maxLength = 200 } = props
  const id = useId()
  const { chosen, keys, begin } = useChosen(options, onChoose)
  const idOf = ({ key }: One) => `${id} ${key}`.replaceAll(/\s/g, '-')
  return (
    <div class="combobox">
      <input
        autofocus
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen && idOf(chosen)}
        autocomplete="off"
        spellcheck={false}
        maxLength={maxLength}
        placeholder={label}
        value={text}
        onInput={(event) => {
          onInput(event.currentTarget.value)
          begin()
        }}
        onKeyDown={(event) => {
          const press = event.isComposing ? undefined : keys[event.key]
          if (!press) return
          event.preventDefault()
          press()
        }}
      />
      <Options {...{ id, list, options, chosen, idOf, onChoose }} />
    </div>
  )
}

interface OptionsProps<One extends Option> {
  id: string
  list: string
  options: One[]
  chosen: One | undefined
  idOf: (option: One) => string
  onChoose: (option: One) => void
}

/** The list that belongs to a field: the field has the focus, and names the chosen line. */
export function Options<One extends Option>({ id, list, options, chosen, idOf, onChoose }: OptionsProps<One>) {
  useEffect(() => {
    if (chosen) document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div id={id} class="options" role="listbox" aria-label={list}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which has the focus
        <div
          key={option.key}
          id={idOf(option)}
          role="option"
          tabIndex={-1}
          aria-selected={option === chosen}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <span class="option-title">
            <Foreign>{option.title}</Foreign>
          </span>
          {option.about && (
            <span class="option-about">
              <Foreign>{option.about}</Foreign>
            </span>
          )}
          {option.kind && <span class="option-kind">{option.kind}</span>}
        </div>
      ))}
    </div>
  )
}

import { Options } from '../parts/combobox.tsx'
import { chat as t } from '../texts/en/chat.ts'
import style from './style.module.css'
import type { Slash } from './use-slash.ts'

/** The saved replies that fit the word behind the slash, above the composer. */
export function SlashList({ slash: { list, options, chosen, idOf, onChoose } }: { slash: Slash }) {
  if (!options) return null
  return (
    <div class={style.slash}>
      <p class={options.length > 0 ? 'hidden' : 'hint'} role="status">
        {options.length > 0 ? t.savedCount(options.length) : t.savedNone}
      </p>
      <Options id={list} list={t.savedList} {...{ options, chosen, idOf, onChoose }} />
    </div>
  )
}

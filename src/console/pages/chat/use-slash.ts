import type { RefObject } from 'preact'
import { useId, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { type Option, useChosen } from '../parts/combobox.tsx'
import { decided, useData } from '../parts/use-data.ts'

interface SlashProps {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  isOn: boolean
  write: (text: string) => void
}

interface SavedOption extends Option {
  filled: string
}

/** Saved replies, as the chat fills them in. */
export function useSavedReplies(id: string, isWanted: boolean) {
  return useData(
    async () => (isWanted ? read(api.GET('/chats/{id}/saved-replies', { params: { path: { id } } })) : undefined),
    `saved replies ${id} ${isWanted}`,
    [decided('saved_reply')],
  )
}

export type Slash = ReturnType<typeof useSlash>

/** The `/` at the beginning of a word and what follows it, before the caret. */
const SLASH = /(?:^|\s)\/([^\s/]*)$/

/**
 * A list of saved replies while a word that begins with `/` is written: the arrow keys go through it, Enter puts one in the place of the
 * word, Esc closes it.
 */
export function useSlash({ id, field, isOn, write }: SlashProps) {
  /** What follows the slash; undefined: the list is closed. */
  const [word, setWord] = useState<string>()
  const list = useId()
  const isOpen = isOn && word !== undefined
  const { data } = useSavedReplies(id, isOpen)
  const wanted = (word ?? '').toLowerCase()
  const options: SavedOption[] | undefined =
    isOpen && data
      ? data.data
          .filter(({ title, filled }) => `${title}\n${filled}`.toLowerCase().includes(wanted))
          .map(({ id: key, title, filled }) => ({ key, title, about: filled, filled }))
      : undefined
  const end = () => setWord(undefined)
  const choose = ({ filled }: SavedOption) => {
    const area = field.current
    if (!area) return
    const from = area.selectionStart - (word ?? '').length - 1
    area.setRangeText(filled, from, area.selectionStart, 'end')
    write(area.value)
    end()
  }
  const { chosen, keys, begin } = useChosen(options ?? [], choose)
  const idOf = ({ key }: Option) => `${list}-${key}`
  return {
    list,
    options,
    chosen,
    /** Of the field: the list belongs to it. */
    aria: {
      'aria-autocomplete': isOn ? ('list' as const) : undefined,
      'aria-controls': options ? list : undefined,
      'aria-activedescendant': chosen && idOf(chosen),
    },
    onChoose: choose,
    idOf,
    end,
    /** Looks at what is before the caret now. */
    follow: () => {
      const { value = '', selectionStart = 0 } = field.current ?? {}
      setWord(SLASH.exec(value.slice(0, selectionStart))?.[1])
      begin()
    },
    /** @returns whether the key is one of the list */
    press: (key: string) => {
      const act = options && (key === 'Escape' ? end : keys[key === 'Tab' ? 'Enter' : key])
      act?.()
      return act !== undefined
    },
  }
}

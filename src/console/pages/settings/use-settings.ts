import { signal } from '@preact/signals'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useAction } from '../parts/use-action.ts'
import { type Changes, differing, merged } from './merge.ts'

/** Settings that a person may change: {@link SettingsForm} shows them, and the bar of {@link SettingsPage} saves or discards what differs. */
export interface Settings<T> {
  /** What is stored, also after somebody else has changed it, with what the person has changed over it. */
  value: T
  /** Changes some fields, of nested settings some of theirs. Nothing is saved yet. */
  change: (changes: Changes<T>) => void
  /** What the server found wrong with a field when it was saved. */
  issue: (field: string) => string | undefined
  form: { current: HTMLFormElement | null }
  isChanged: boolean
}

/** What the bar does with settings that have changes. */
export interface Unsaved {
  form: { current: HTMLFormElement | null }
  work: ReturnType<typeof useAction<[]>>
  discard: () => void
}

/** The settings of the page that have changes, by an object of each. */
export const unsaved = signal<ReadonlyMap<object, Unsaved>>(new Map())

/**
 * Settings as a form.
 *
 * @param stored as the server has them; a page that reads them again after news hands the newer ones over
 * @param save sends `changed`, nested settings as a whole (`value` has the others, too), and shows what the server answers as `stored`. Throws an ApiError if it
 *   was refused, or Cancelled if the person does not go on
 */
export function useSettings<T extends object>(
  stored: T,
  save: (changed: Partial<T>, value: T) => Promise<unknown>,
): Settings<T> {
  const [typed, setTyped] = useState<Changes<T>>({})
  const form = useRef<HTMLFormElement>(null)
  const changes = differing(stored, typed)
  const value = merged(stored, changes)
  const isChanged = Object.keys(changes).length > 0
  const work = useAction(async () => {
    const names = Object.keys(changes) as (keyof T)[]
    await save(Object.fromEntries(names.map((name) => [name, value[name]])) as Partial<T>, value)
    // What was typed meanwhile stays.
    setTyped((now) => (now === typed ? {} : now))
  })
  useLayoutEffect(() => {
    const others = new Map(unsaved.value)
    if (!isChanged) others.delete(form)
    else others.set(form, { form, work, discard: () => setTyped({}) })
    if (isChanged || unsaved.value.has(form)) unsaved.value = others
  })
  useLayoutEffect(
    () => () => {
      const others = new Map(unsaved.value)
      if (others.delete(form)) unsaved.value = others
    },
    [],
  )
  return {
    value,
    change: (part) => setTyped((now) => merged(now, part as Changes<Changes<T>>)),
    issue: (field) => work.error?.issue(field),
    form,
    isChanged,
  }
}

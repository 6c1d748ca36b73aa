import { useEffect, useState } from 'preact/hooks'
import { type ApiError, api, read } from '../api.ts'
import { at, objectAddress } from '../base.ts'
import { namedPages } from '../menu.ts'
import type { Option } from '../parts/combobox.tsx'
import { useData } from '../parts/use-data.ts'
import { data as texts } from '../texts/en/data.ts'
import { palette as t } from '../texts/en/palette.ts'

export interface Found {
  /** By the address that they lead to. */
  choices: Option[]
  isComplete: boolean
  isBusy: boolean
  error: ApiError | null
}

/** How long nobody types before the server is asked. */
const PAUSE_MS = 150

/** The pages whose title has the text, then what the server finds by it. */
export function useChoices(text: string): Found {
  const [asked, setAsked] = useState('')
  const wanted = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error } = useData(
    async () =>
      asked ? await read(api.GET('/find', { params: { query: { text: asked } } })) : { data: [], isComplete: true },
    `find ${asked}`,
  )
  const found = asked === wanted ? data : undefined
  const choices = [...pagesWith(wanted)]
  // A refund is no pushed object: its id leads to its page.
  if (/^act_\w+$/.test(wanted))
    choices.push({ key: at(`/refunds/${wanted}`), title: wanted, about: '', kind: t.refund })
  for (const { type, id, title, about } of found?.data ?? [])
    choices.push({
      key: objectAddress(type, id),
      title: title || id,
      about: [about, title ? id : undefined].filter(Boolean).join(' · '),
      kind: texts.nouns[type as keyof typeof texts.nouns],
    })
  return { choices, isComplete: found?.isComplete ?? true, isBusy: !found && !error, error }
}

function pagesWith(text: string): Option[] {
  return namedPages.value
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
    .map(({ path, title }) => ({ key: at(path), title, about: '', kind: t.page }))
}

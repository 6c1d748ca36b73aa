import { useEffect, useState } from 'preact/hooks'
import { type ApiError, api, read } from '../api.ts'
import { at, objectAddress } from '../base.ts'
import { namedPages } from '../menu.ts'
import type { Option } from '../parts/combobox.tsx'
import { pageActions } from '../parts/page-actions.ts'
import { recentObjects } from '../parts/recent.ts'
import { useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { data as texts } from '../texts/en/data.ts'
import { palette as t } from '../texts/en/palette.ts'

export interface Found {
  /** By the address that they lead to. */
  choices: Choice[]
  isComplete: boolean
  isBusy: boolean
  error: ApiError | null
}

/** Leads to its key, or does something. */
export interface Choice extends Option {
  run?: () => void
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
  const has = ({ title }: Option) => title.toLowerCase().includes(wanted.toLowerCase())
  const pages = namedPages.value.map(({ path, title }) => ({ key: at(path), title, about: '', kind: t.page }))
  // What the open page can do comes first. Without a text the objects that were opened last follow.
  const choices: Choice[] = [...offered(), ...(wanted ? [] : recentObjects()), ...pages, ...begun()].filter(has)
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

function offered(): Choice[] {
  return pageActions.value.map(({ title, run }) => ({ key: title, title, kind: t.action, run }))
}

/** What begins on a page of its own. The menu may name the page, too, so the address has a mark. */
function begun(): Choice[] {
  const actions = [
    { path: '/refunds/start', title: t.startRefund },
    ...(isManager.value
      ? [
          { path: '/members', title: t.invite },
          { path: '/imports/new', title: t.importFile },
          { path: '/articles/new', title: t.writeArticle },
        ]
      : []),
  ]
  return actions.map(({ path, title }) => ({ key: `${at(path)}?`, title, kind: t.action }))
}

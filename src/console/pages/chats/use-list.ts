import { useEffect, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ChatRow } from '../api-types.ts'
import { type Action, useAction } from '../parts/use-action.ts'
import { type Data, useData, useNews } from '../parts/use-data.ts'
import { addressOf, type Place } from './place.ts'

const PAGE = 50

interface ListPage {
  data: ChatRow[]
  nextCursor?: string | null | undefined
  /** Of a search: false if there may be more than was found. */
  isComplete?: boolean
}

export interface ChatList extends Pick<Data<ListPage>, 'error' | 'reload'> {
  /** Undefined until they are read. */
  chats: ChatRow[] | undefined
  isComplete: boolean
  hasMore: boolean
  more: Action<[]>
}

function readPage({ show, reason, tag, q }: Place, cursor?: string): Promise<ListPage> {
  const page = { limit: PAGE, cursor }
  if (q) return read(api.GET('/chat-search', { params: { query: { ...page, q } } }))
  return read(api.GET('/chats', { params: { query: { ...page, show, reason, tag } } }))
}

/** The chats of a list, with all pages that were asked for. The first one is read again after news of a chat. */
export function useList(place: Place): ChatList {
  const key = addressOf({ ...place, chat: undefined })
  const { data: first, error, reload } = useData(() => readPage(place), key)
  useNews('chat', reload)
  const [later, setLater] = useState<{ key: string; chats: ChatRow[]; next: string | null | undefined }>()
  useEffect(() => setLater(undefined), [key])
  const known = later?.key === key ? later : undefined
  const next = known ? known.next : first?.nextCursor
  const more = useAction(async () => {
    if (!next) return
    const { data, nextCursor } = await readPage(place, next)
    setLater({ key, chats: [...(known?.chats ?? []), ...data], next: nextCursor })
  })
  const newest = new Set(first?.data.map(({ id }) => id))
  return {
    chats: first && [...first.data, ...(known?.chats ?? []).filter(({ id }) => !newest.has(id))],
    isComplete: first?.isComplete ?? true,
    hasMore: Boolean(next),
    ...{ error, reload, more },
  }
}

import { useEffect, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ChatDetail, ChatEntry } from '../api-types.ts'
import { useAction } from '../parts/use-action.ts'
import { useData, useNews } from '../parts/use-data.ts'

const readChat = (id: string, before?: string) =>
  read(api.GET('/chats/{id}', { params: { path: { id }, query: before === undefined ? {} : { before } } }))

export type ReadThread = ReturnType<typeof useThread>

/** A chat with all of its entries that were read so far, the oldest first. */
export function useThread(id: string) {
  const { data, error, reload } = useData(() => readChat(id), `chat ${id}`, ['refund'])
  useNews('chat', reload, (news) => (news as { id: string }).id === id)
  const [known, setKnown] = useState<{ entries: ChatEntry[]; hasMore: boolean }>({ entries: [], hasMore: false })
  const add = (page: ChatDetail) =>
    setKnown((before) => {
      const byId = new Map([...before.entries, ...page.entries].map((entry) => [entry.id, entry]))
      const entries = [...byId.values()].sort((one, other) => (one.id.slice(4) < other.id.slice(4) ? -1 : 1))
      // Only the page with the oldest entry knows whether there are older ones.
      const isOldest = page.entries[0]?.id === entries[0]?.id
      return { entries, hasMore: isOldest ? page.hasMore : before.hasMore }
    })
  useEffect(() => {
    if (data) add(data)
  }, [data])
  const older = useAction(async () => add(await readChat(id, known.entries[0]?.id)))
  return { detail: data, error, reload, ...known, older }
}

import { api, read } from '../api.ts'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { chat as t } from '../texts/en/chat.ts'
import { type ActProps, Pick } from './pick.tsx'

/** The tags of the chat: one that it has is removed, another one is added. The dialog stays open for more. */
export function Tags({ chat, onClose, onDone }: ActProps) {
  const { data, error } = useData(() => read(api.GET('/chat-tags')), 'chat tags', ['chat'])
  const all = [...new Set([...chat.tags, ...(data?.data ?? [])])]
  const work = useAction(async (tag: string) => {
    const body = chat.tags.includes(tag) ? { remove: [tag] } : { add: [tag] }
    await api.POST('/chats/{id}/tags', { params: { path: { id: chat.id } }, body })
    onDone()
  })
  return (
    <Pick
      title={t.tagThis}
      label={t.tagLabel}
      options={all.map((tag) => ({ key: tag, title: tag, kind: chat.tags.includes(tag) ? t.hasTag : undefined }))}
      made={(tag) => ({ key: tag, title: t.newTag(tag), kind: undefined })}
      error={error ?? work.error}
      onPick={({ key }) => void work.run(key)}
      onClose={onClose}
    />
  )
}

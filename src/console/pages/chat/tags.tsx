import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { Combobox, type Option } from '../parts/combobox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { chat as t } from '../texts/en/chat.ts'
import { type ActProps, fits } from './act-props.ts'

const MAX_TAG = 40

/** The tags of the chat: one that it has is removed, another one is added. The dialog stays open for more. */
export function Tags({ chat, onClose, onDone }: ActProps) {
  const [text, setText] = useState('')
  const { data, error } = useData(() => read(api.GET('/chat-tags')), 'chat tags', ['chat'])
  const all = [...new Set([...chat.tags, ...(data?.data ?? [])])]
  const options: Option[] = all
    .map((tag) => ({ key: tag, title: tag, kind: chat.tags.includes(tag) ? t.hasTag : undefined }))
    .filter(fits(text))
  const typed = text.trim()
  if (typed && !all.includes(typed)) options.push({ key: typed, title: t.newTag(typed) })
  const work = useAction(async (tag: string) => {
    const body = chat.tags.includes(tag) ? { remove: [tag] } : { add: [tag] }
    await api.POST('/chats/{id}/tags', { params: { path: { id: chat.id } }, body })
    setText('')
    onDone()
  })
  return (
    <Dialog title={t.tagThis} onClose={onClose}>
      <Combobox
        label={t.tagLabel}
        list={t.tagThis}
        text={text}
        onInput={setText}
        options={options}
        onChoose={({ key }) => void work.run(key)}
        maxLength={MAX_TAG}
      />
      <Problem error={error ?? work.error} />
    </Dialog>
  )
}

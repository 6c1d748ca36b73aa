import { api, read } from '../api.ts'
import type { Option } from '../parts/combobox.tsx'
import { toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { foreign } from '../parts/values.tsx'
import { session } from '../session.ts'
import { chat as t } from '../texts/en/chat.ts'
import { type ActProps, Pick } from './pick.tsx'

/** Who has the chat from now on. */
export function Assign({ chat, onClose, onDone }: ActProps) {
  const { data, error } = useData(() => read(api.GET('/chat-people')), 'chat people')
  const me = session.value?.member.id
  const people: Option[] = (data?.data ?? []).map(({ memberId, name, role }) => ({
    key: memberId,
    title: name,
    about: memberId === me ? t.me : role,
    kind: memberId === chat.assignee?.memberId ? t.hasIt : undefined,
  }))
  // The person themselves first: that is the most frequent choice.
  people.sort((one, other) => Number(other.key === me) - Number(one.key === me))
  const work = useAction(async ({ key, title }: Option) => {
    await api.POST('/chats/{id}/assign', { params: { path: { id: chat.id } }, body: { memberId: key || null } })
    toast(key ? t.assigned(foreign(title)) : t.unassigned)
    onDone()
  })
  return (
    <Pick
      title={t.assignTo}
      label={t.assignLabel}
      options={chat.assignee ? [...people, { key: '', title: t.nobody }] : people}
      error={error ?? work.error}
      onPick={(one) => void work.run(one)}
      onClose={onClose}
    />
  )
}

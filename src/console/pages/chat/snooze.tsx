import { useId, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { planText } from '../chats/row.tsx'
import { Button } from '../parts/button.tsx'
import type { Option } from '../parts/combobox.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { chat as t } from '../texts/en/chat.ts'
import { type ActProps, Pick } from './pick.tsx'
import { snoozeTimes } from './snooze-times.ts'
import style from './style.module.css'

/** Until when nobody has to look at the chat. */
export function Snooze({ chat, onClose, onDone }: ActProps) {
  const [own, setOwn] = useState('')
  const field = useId()
  const times: Option[] = snoozeTimes().map(({ name, at }) => ({
    key: at.toISOString(),
    title: t.snoozeTimes[name],
    about: planText(at.toISOString()),
  }))
  const options = chat.snoozedUntil ? [{ key: '', title: t.wake }, ...times] : times
  const work = useAction(async (until: string) => {
    await api.POST('/chats/{id}/snooze', { params: { path: { id: chat.id } }, body: { until: until || null } })
    if (until) toast(t.snoozedUntil(planText(until)))
    onDone()
  })
  return (
    <Pick
      title={t.snoozeUntil}
      label={t.snoozeLabel}
      options={options}
      error={work.error}
      onPick={({ key }) => void work.run(key)}
      onClose={onClose}
    >
      <Form class={style.ownTime} onSubmit={() => void (own && work.run(new Date(own).toISOString()))}>
        <label for={field}>{t.ownTime}</label>
        <input id={field} type="datetime-local" value={own} onInput={(event) => setOwn(event.currentTarget.value)} />
        <Button type="submit" isBusy={work.isBusy} disabled={own === ''}>
          {t.snooze}
        </Button>
      </Form>
      <p class="hint">{t.snoozeWhy}</p>
    </Pick>
  )
}

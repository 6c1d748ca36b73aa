import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { WidgetAccess } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import style from './style.module.css'

interface OriginsProps {
  access: WidgetAccess
  onChange: (access: WidgetAccess) => void
}

/** Which pages may use the chat window. */
export function Origins({ access: { origins }, onChange }: OriginsProps) {
  const [origin, setOrigin] = useState('')
  const add = useAction(async () => {
    onChange(await read(api.POST('/settings/widget/origins', { body: { origin: origin.trim() } })))
    setOrigin('')
  })
  const [removing, setRemoving] = useState('')
  const remove = useAction(async () => {
    onChange(await read(api.POST('/settings/widget/origins/remove', { body: { origin: removing } })))
    setRemoving('')
  })
  const action = t.removeOrigin(removing)
  return (
    <section class="card stack">
      <h2>{t.origins}</h2>
      <p>{origins.length === 0 ? t.everyPage : t.onlyThese}</p>
      <ul class="rows">
        {origins.map((one) => (
          <li key={one}>
            <code class={style.text}>{one}</code>
            {isManager.value && (
              <button type="button" class="button" aria-label={t.removeOrigin(one)} onClick={() => setRemoving(one)}>
                {t.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog title={`${action}?`} action={action} isDanger work={remove} onClose={() => setRemoving('')}>
          <p>{origins.length > 1 ? t.removeWhy : t.removeLastWhy}</p>
        </ConfirmDialog>
      )}
      {isManager.value && (
        <Form class="form narrow" onSubmit={add.run}>
          <TextField
            label={t.origin}
            hint={t.originHint}
            type="url"
            value={origin}
            onInput={setOrigin}
            maxLength={2_000}
            required
          />
          <Problem error={add.error} />
          <Button type="submit" isBusy={add.isBusy}>
            {t.addOrigin}
          </Button>
        </Form>
      )}
    </section>
  )
}

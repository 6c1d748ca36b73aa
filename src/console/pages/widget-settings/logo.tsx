import { useRef } from 'preact/hooks'
import { api, read, send } from '../api.ts'
import type { WidgetLogo } from '../api-types.ts'
import { base } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { isManager } from '../session.ts'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import style from './style.module.css'

export type StoredLogo = WidgetLogo['logo']

interface LogoProps {
  logo: StoredLogo
  onChange: (logo: StoredLogo) => void
}

/** The logo in the head of the chat window. It is stored at once, unlike the settings below it. */
export function Logo({ logo, onChange }: LogoProps) {
  const field = useRef<HTMLInputElement>(null)
  const set = useAction(async (file: File) => {
    const init = { method: 'POST', body: file, headers: { 'content-type': 'application/octet-stream' } }
    const response = await send(`${base}/api/settings/widget/logo`, init)
    onChange(((await response.json()) as WidgetLogo).logo)
  })
  const remove = useAction(async () => {
    onChange((await read(api.POST('/settings/widget/logo/remove', { body: {} }))).logo)
  })
  return (
    <section class="card stack">
      <h2>{t.logo}</h2>
      <div class={style.logo}>
        {logo ? (
          <img
            src={new URL(`../widget/${logo.path}`, document.baseURI).pathname}
            alt={t.logoAlt}
            width="56"
            height="56"
          />
        ) : (
          <p class="quiet">{t.noLogo}</p>
        )}
        {isManager.value && (
          <>
            <input
              ref={field}
              class="hidden"
              type="file"
              tabIndex={-1}
              aria-hidden="true"
              accept="image/png,image/jpeg,image/webp"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                if (file) void set.run(file)
                currentTarget.value = ''
              }}
            />
            <Button onClick={() => field.current?.click()} isBusy={set.isBusy}>
              {logo ? t.changeLogo : t.chooseLogo}
            </Button>
            {logo && (
              <Button onClick={remove.run} isBusy={remove.isBusy}>
                {t.removeLogo}
              </Button>
            )}
          </>
        )}
      </div>
      {isManager.value && <p class="quiet">{t.logoHelp}</p>}
      <Problem error={set.error ?? remove.error} />
    </section>
  )
}

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { isLive } from '../live.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { PushSnippet } from '../parts/push-snippet.tsx'
import { useAction } from '../parts/use-action.ts'
import { home as t } from '../texts/en/home.ts'
import style from './style.module.css'

const ORDER = { id: 'o_1001', number: '#1001', email: 'ada@example.com', currency: 'EUR', total: 4_400 }

/** How to push the first order, with a key in it where somebody wants one, and the wait for it. */
export function FirstPush({ onKey }: { onKey: () => void }) {
  const [key, setKey] = useState<string>()
  const work = useAction(async () => {
    const made = await read(api.POST('/keys', { body: { kind: 'secret', name: t.keyName } }))
    setKey(made.key)
    onKey()
  })
  return (
    <>
      <p>{key === undefined ? t.pushHelp : t.pushKeyHelp}</p>
      <PushSnippet type="orders" object={ORDER} secretKey={key} />
      <Problem error={work.error} />
      {key === undefined && (
        <Button onClick={work.run} isBusy={work.isBusy} icon="key">
          {t.putKey}
        </Button>
      )}
      <p class={style.waiting}>
        <span class={isLive.value ? style.pulse : style.still} aria-hidden="true" />
        {isLive.value ? t.waiting : t.notLive}
      </p>
    </>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { Command } from '../parts/copy.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { foreign } from '../parts/values.tsx'
import { session } from '../session.ts'
import { home } from '../texts/en/home.ts'

const { sample: t } = home

/** Makes the sample shop, or opens the one that is there. */
export function LoadSample() {
  const work = useAction(async () => {
    session.value = await read(api.POST('/sample-shop/load', { body: {} }))
  })
  return (
    <>
      <Problem error={work.error} />
      <p class="page-actions">
        <Button kind="primary" onClick={work.run} isBusy={work.isBusy}>
          {t.load}
        </Button>
        <Command>{t.loadCommand}</Command>
      </p>
    </>
  )
}

interface AskFirstProps {
  /** When the page was read: the question is read again with it, since an import brings newer orders. */
  readAt: string
  isPrimary?: boolean
}

/** The way to a first answer: the assistant, asked about the newest order with a parcel. */
export function AskFirst({ readAt, isPrimary = true }: AskFirstProps) {
  const { data, reload } = useData(() => read(api.GET('/trials/question')), 'first question')
  useEffect(reload, [readAt])
  const order = data?.order
  if (!order) return null
  return (
    <a class={`button ${isPrimary ? 'primary' : 'plain'}`} href={at('/try?ask')}>
      {t.ask(foreign(order.number))}
    </a>
  )
}

/** A page of this server with the chat, opened beside the console. */
export function ShopPageLink() {
  return (
    <a class="button" href={at('/shop')} target="_blank" rel="noreferrer">
      {t.page}
    </a>
  )
}

/** What the workspace with the sample shop is for, and the way out of it. */
export function SampleShop({ readAt }: Pick<AskFirstProps, 'readAt'>) {
  const [isAsking, setAsking] = useState(false)
  const remove = useAction(async () => {
    session.value = await read(api.POST('/sample-shop/remove', { body: {} }))
    toast(t.removed)
  })
  return (
    <section class="card stack" aria-labelledby="sample">
      <h2 id="sample">{t.title}</h2>
      <p>{t.what}</p>
      <div class="page-actions">
        <AskFirst readAt={readAt} />
        <ShopPageLink />
        {session.value?.member.isOperator && <Button onClick={() => setAsking(true)}>{t.remove}</Button>}
      </div>
      {isAsking && (
        <ConfirmDialog title={`${t.remove}?`} action={t.remove} isDanger work={remove} onClose={() => setAsking(false)}>
          <p>{t.removeWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

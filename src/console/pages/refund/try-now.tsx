import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { refund as t } from '../texts/en/refund.ts'
import style from './style.module.css'

/** Orders the refund again from a shop that does not answer, without the wait before the next try. */
export function TryNow({ id, onTried }: { id: string; onTried: () => void }) {
  const work = useAction(async () => {
    await api.POST('/refunds/{id}/try-now', { params: { path: { id } }, body: {} })
    toast(t.triedNow)
    onTried()
  })
  return (
    <>
      <div class={style.rare}>
        <Button kind="primary" isBusy={work.isBusy} onClick={work.run}>
          {t.tryNow}
        </Button>
        <span class="quiet">{t.failingWhy}</span>
      </div>
      <Problem error={work.error} />
    </>
  )
}

import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/check.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'
import type { PartProps } from './saving.ts'

const { refundSettings: t } = en

/** Makes a signing secret. The one before ends at once, so the dialog says what is under way. */
export function NewSecret({
  settings: { secretEnding, underWay, frozen },
  save,
  onCreated,
  onClose,
}: PartProps & { onCreated: () => void; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const [freezes, setFreezes] = useState(false)
  const work = useAction(async () => {
    if (freezes) await save({ frozen: true })
    setSecret((await read(api.POST('/settings/refunds/secret', { body: {} }))).secret)
    onCreated()
  })
  if (secret !== undefined)
    return (
      <Dialog title={t.secretTitle} onClose={onClose} staysOpen>
        <p>{t.secretShown}</p>
        <CopyField text={secret} label={t.secret} />
        <footer>
          <Button kind="primary" onClick={onClose}>
            {t.secretSaved}
          </Button>
        </footer>
      </Dialog>
    )
  const isFirst = !secretEnding
  return (
    <ConfirmDialog title={t.createTitle} action={t.createSecret} isDanger={!isFirst} work={work} onClose={onClose}>
      <p>{isFirst ? t.firstWhy : t.createWhy}</p>
      {underWay > 0 && <Notice>{t.underWay(underWay)}</Notice>}
      {underWay > 0 && !frozen && <Check label={t.freezeFirst} isOn={freezes} onChange={setFreezes} />}
    </ConfirmDialog>
  )
}

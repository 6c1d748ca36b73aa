import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { en } from '../texts/en.ts'

const { account: t } = en

/** The codes, shown the one time that they can be shown. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog title={t.codesTitle} onClose={onClose} staysOpen>
      <p>{t.codesWhy}</p>
      <CopyBlock text={codes.join('\n')} label={t.codes} />
      <footer>
        <Button kind="primary" onClick={onClose}>
          {t.saved}
        </Button>
      </footer>
    </Dialog>
  )
}

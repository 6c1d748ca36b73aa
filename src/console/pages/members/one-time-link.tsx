import type { NewLink } from '../api-types.ts'
import { base } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import { en } from '../texts/en.ts'

const { members: t } = en

/** A link, shown the one time that it can be shown. */
export function OneTimeLink({ link, email, onClose }: { link: NewLink; email: string; onClose: () => void }) {
  return (
    <Dialog title={t.linkTitle(email)} onClose={onClose} staysOpen>
      <p>{t.linkWhy}</p>
      <CopyField text={`${location.origin}${base}#${link.fragment}`} label={t.link} />
      <p class="hint">
        {t.linkEnds} <Moment at={link.expiresAt} />.
      </p>
      <footer>
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </footer>
    </Dialog>
  )
}

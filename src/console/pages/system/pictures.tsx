import { useState } from 'preact/hooks'
import { sizeText } from '../../../lib/bytes.ts'
import { api } from '../api.ts'
import type { SystemPictures } from '../api-types.ts'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Fact } from '../parts/values.tsx'
import { system as t } from '../texts/en/system.ts'

const MIB = 1024 * 1024

/** How much pictures of chats take of the database, and how much they may. */
export function Pictures({ pictures, onChange }: { pictures: SystemPictures; onChange: () => void }) {
  const { used, guests, max } = pictures
  const [mib, setMib] = useState(String(max / MIB))
  const save = useAction(async () => {
    await api.POST('/system/picture-limit', { body: { mib: Number(mib) } })
    toast(t.pictureLimitSaved)
    onChange()
  })
  return (
    <section class="card stack" aria-labelledby="pictures">
      <h2 id="pictures">{t.pictures}</h2>
      <p class="quiet">{t.picturesHelp}</p>
      <dl class="facts">
        <Fact title={t.picturesUsed}>{t.picturesOf(sizeText(used), sizeText(max))}</Fact>
        <Fact title={t.picturesOfGuests}>{t.picturesOf(sizeText(guests), sizeText(max / 4))}</Fact>
      </dl>
      <ActionForm work={save} label={t.pictureLimitSave} kind="plain" isNarrow disabled={mib === String(max / MIB)}>
        <TextField label={t.pictureLimit} value={mib} onInput={setMib} type="number" min={16} required />
      </ActionForm>
    </section>
  )
}

import { sizeText } from '../../../lib/bytes.ts'
import { api } from '../api.ts'
import type { SystemPictures } from '../api-types.ts'
import { TextField } from '../parts/field.tsx'
import { Fact } from '../parts/values.tsx'
import { SettingsForm } from '../settings/settings-page.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { system as t } from '../texts/en/system.ts'

const MIB = 1024 * 1024

interface PicturesProps {
  pictures: SystemPictures
  onChange: (pictures: SystemPictures) => void
}

/** How much pictures of chats take of the database, and how much they may. */
export function Pictures({ pictures, onChange }: PicturesProps) {
  const { used, guests, max } = pictures
  const settings = useSettings({ mib: String(max / MIB) }, async (_, { mib }) => {
    await api.POST('/system/picture-limit', { body: { mib: Number(mib) } })
    onChange({ ...pictures, max: Number(mib) * MIB })
  })
  return (
    <section class="card stack" aria-labelledby="pictures">
      <h2 id="pictures">{t.pictures}</h2>
      <p class="quiet">{t.picturesHelp}</p>
      <dl class="facts">
        <Fact title={t.picturesUsed}>{t.picturesOf(sizeText(used), sizeText(max))}</Fact>
        <Fact title={t.picturesOfGuests}>{t.picturesOf(sizeText(guests), sizeText(max / 4))}</Fact>
      </dl>
      <SettingsForm settings={settings}>
        <div class="narrow">
          <TextField
            label={t.pictureLimit}
            value={settings.value.mib}
            onInput={(mib) => settings.change({ mib })}
            type="number"
            min={16}
            required
          />
        </div>
      </SettingsForm>
    </section>
  )
}

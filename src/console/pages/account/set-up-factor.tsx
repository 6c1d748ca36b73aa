import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { SecondFactor } from '../api-types.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useAction } from '../parts/use-action.ts'
import { en } from '../texts/en.ts'

const { account: t } = en

interface SetUpFactorProps {
  factor: SecondFactor
  onDone: (codes: string[]) => void
  onClose: () => void
}

/** Shows the secret to an app, and takes the first code of it. */
export function SetUpFactor({ factor: { secret, qrCode }, onDone, onClose }: SetUpFactorProps) {
  const [code, setCode] = useState('')
  const work = useAction(async () => {
    onDone((await read(api.POST('/me/second-factor/confirm', { body: { code } }))).recoveryCodes)
  })
  return (
    <Dialog title={t.setUpTitle} onClose={onClose}>
      <ActionForm work={work} label={t.switchOn} onCancel={onClose}>
        <p>{t.scan}</p>
        <QrCode {...qrCode} />
        <p class="hint">{t.typeIn}</p>
        <CopyField text={secret} label={t.typeIn} />
        <TextField
          label={t.code}
          value={code}
          onInput={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
        />
      </ActionForm>
    </Dialog>
  )
}

/** Dark on light in both themes: cameras expect that. */
function QrCode({ size, path }: SecondFactor['qrCode']) {
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.qr} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  )
}

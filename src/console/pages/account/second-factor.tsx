import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { Me, SecondFactor as NewFactor } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { CopyBlock, CopyField } from '../parts/copy.tsx'
import { ConfirmDialog, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Status } from '../parts/values.tsx'
import { loadSession } from '../session.ts'
import { account as t } from '../texts/en/account.ts'

type Open = { is: 'set-up'; factor: NewFactor } | { is: 'codes'; codes: string[] } | { is: 'renew' } | { is: 'off' }

/** The second factor: switch it on with an app, renew its recovery codes, switch it off. */
export function SecondFactor({ member: { hasSecondFactor, recoveryCodesLeft } }: { member: Me }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const start = useAction(async () => {
    setOpen({ is: 'set-up', factor: await read(api.POST('/me/second-factor/start', { body: {} })) })
  })
  const showCodes = async (codes: string[]) => {
    setOpen({ is: 'codes', codes })
    await loadSession()
  }
  const renew = useAction(async () =>
    showCodes((await read(api.POST('/me/recovery-codes', { body: {} }))).recoveryCodes),
  )
  const off = useAction(async () => {
    await api.POST('/me/second-factor/off', { body: {} })
    toast(t.offToast)
    close()
    await loadSession()
  })
  return (
    <section class="card stack">
      <h2>{t.factor}</h2>
      <p>
        <Status tone={hasSecondFactor ? 'good' : 'quiet'}>{hasSecondFactor ? t.factorOn : t.factorOff}</Status>
        {hasSecondFactor && <span class="quiet"> · {t.codesLeft(recoveryCodesLeft)}</span>}
      </p>
      <p class="quiet">{t.factorWhy}</p>
      <Problem error={start.error} />
      {hasSecondFactor ? (
        <div class="page-actions">
          <Button onClick={() => setOpen({ is: 'renew' })}>{t.renew}</Button>
          <Button kind="danger" onClick={() => setOpen({ is: 'off' })}>
            {t.switchOff}
          </Button>
        </div>
      ) : (
        <Button isBusy={start.isBusy} onClick={start.run}>
          {t.setUp}
        </Button>
      )}
      {open?.is === 'set-up' && <SetUpFactor factor={open.factor} onDone={showCodes} onClose={close} />}
      {open?.is === 'codes' && <RecoveryCodes codes={open.codes} onClose={close} />}
      {open?.is === 'renew' && (
        <ConfirmDialog title={t.renewTitle} action={t.renewAction} work={renew} onClose={close}>
          <p>{t.renewWhy}</p>
        </ConfirmDialog>
      )}
      {open?.is === 'off' && (
        <ConfirmDialog title={t.offTitle} action={t.offAction} isDanger work={off} onClose={close}>
          <p>{t.offWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface SetUpFactorProps {
  factor: NewFactor
  onDone: (codes: string[]) => void
  onClose: () => void
}

/** Shows the secret to an app, and takes the first code of it. */
function SetUpFactor({ factor: { secret, qrCode }, onDone, onClose }: SetUpFactorProps) {
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
function QrCode({ size, path }: NewFactor['qrCode']) {
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.qr} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  )
}

/** The codes, shown the one time that they can be shown. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
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

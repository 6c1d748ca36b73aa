import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { OpenConnection, ShopPage } from '../api-types.ts'
import { at, base, objectAddress } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Notice, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Fact, Foreign, foreign, Moment, Status } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { connection as t } from '../texts/en/connection.ts'

export interface PartProps {
  page: ShopPage
  onChange: (page: ShopPage) => void
}

/** The connected shop: how it does, and what is wrong with it. */
export function Connected({ page, open, onChange }: PartProps & { open: OpenConnection }) {
  const [isLeaving, setLeaving] = useState(false)
  const { shop, problems, state } = open
  const isReady = state === 'connected'
  const name = foreign(shop ?? '').replace(/^https?:\/\//, '')
  return (
    <>
      {problems.map(({ code, sentence }) => (
        <Notice key={code} tone="bad">
          {sentence}
        </Notice>
      ))}
      <section class="card stack" aria-labelledby="connected">
        <h2 id="connected">
          <Foreign>{isReady ? name : t.approved(name)}</Foreign>
        </h2>
        {isReady ? <Facts page={page} open={open} /> : <p>{t.approvedWhy}</p>}
        {isManager.value && (
          <p class="page-actions">
            <Button onClick={() => setLeaving(true)}>{t.disconnect}</Button>
          </p>
        )}
      </section>
      {isLeaving && <Disconnect name={name} onChange={onChange} onClose={() => setLeaving(false)} />}
    </>
  )
}

function Facts({ page: { kinds, version, lastPush }, open }: Pick<PartProps, 'page'> & { open: OpenConnection }) {
  const { title, kind, plugin, isOlder, system, platform, heardAt, queue, oldest, refunds, problems } = open
  const file = kinds.find(({ name }) => name === kind)?.plugin ?? ''
  return (
    <dl class="facts">
      <Fact title={t.state}>
        <Status tone={problems.length > 0 ? 'bad' : 'good'}>
          {problems.length > 0 ? t.hasProblems(problems.length) : t.connected}
        </Status>
      </Fact>
      <Fact title={title}>
        <Foreign>{system ?? t.queueUnknown}</Foreign>
        {platform && (
          <span class="quiet below">
            <Foreign>{platform}</Foreign>
          </span>
        )}
      </Fact>
      <Fact title={t.plugin}>
        <Foreign>{plugin ?? t.queueUnknown}</Foreign>
        {isOlder && (
          <span class="below">
            {t.isOlder}{' '}
            <a href={`${base.replace(/\/console$/, '')}/connect/${file}`} download>
              {t.steps.downloadAction(version)}
            </a>
          </span>
        )}
      </Fact>
      <Fact title={t.lastPush}>
        {lastPush ? <Moment at={lastPush.at} /> : t.nothingPushed}
        {lastPush?.id && (
          <a class="below" href={objectAddress(lastPush.type, lastPush.id)}>
            {foreign(lastPush.id)}
          </a>
        )}
      </Fact>
      <Fact title={t.heard}>{heardAt ? <Moment at={heardAt} /> : t.never}</Fact>
      <Fact title={t.queue}>{queueText(queue ?? null, oldest ?? null)}</Fact>
      <Fact title={t.refunds}>
        {t.refundStates[refunds]}
        {refunds !== 'none' && (
          <a class="below" href={at('/settings/refunds')}>
            {t.toRefunds}
          </a>
        )}
      </Fact>
      {open.connectedAt && (
        <Fact title={t.since}>
          <Moment at={open.connectedAt} /> {open.decidedBy && t.by(open.decidedBy)}
        </Fact>
      )}
    </dl>
  )
}

function queueText(queue: number | null, oldest: number | null): string {
  if (queue === null) return t.queueUnknown
  return queue === 0 ? t.queueEmpty : t.waits(queue, oldest)
}

interface DisconnectProps extends Pick<PartProps, 'onChange'> {
  name: string
  onClose: () => void
}

function Disconnect({ name, onChange, onClose }: DisconnectProps) {
  const work = useAction(async () => {
    onChange(await read(api.POST('/connection/disconnect', { body: {} })))
    toast(t.disconnectedToast)
    onClose()
  })
  return (
    <ConfirmDialog
      title={t.disconnectTitle(name)}
      action={t.disconnectAction(name)}
      isDanger
      work={work}
      onClose={onClose}
    >
      <ul class="bullets">
        {t.disconnectEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

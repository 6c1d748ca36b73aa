import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { OpenConnection, ShopPage } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Choices } from '../parts/choices.tsx'
import { Problem, toast } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Fact, Foreign, foreign, Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { connection as t } from '../texts/en/connection.ts'

interface ClaimProps {
  claim: OpenConnection
  onChange: (page: ShopPage) => void
}

/** A shop that asks to be connected: who it is, and what connecting it does. */
export function Claim({ claim, onChange }: ClaimProps) {
  const { title, shop, network, claimedAt, createdBy, plugin, inTheWay } = claim
  return (
    <section class="card stack" aria-labelledby="claim">
      <h2 id="claim">{t.claimTitle}</h2>
      <dl class="facts">
        <Fact title={t.shop}>
          <strong>
            <Foreign>{shop ?? ''}</Foreign>
          </strong>
          , {title}
        </Fact>
        <Fact title={t.from}>{network}</Fact>
        {claimedAt && (
          <Fact title={t.asked}>
            <Moment at={claimedAt} />
          </Fact>
        )}
        <Fact title={t.codeBy}>{createdBy}</Fact>
        {plugin && (
          <Fact title={t.plugin}>
            <Foreign>{plugin}</Foreign>
          </Fact>
        )}
      </dl>
      <h3>{t.willHappen}</h3>
      <ul class="bullets">
        {[...t.effects, inTheWay?.hasRefunds ? t.makesRefunds : t.noRefunds].map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {isManager.value ? (
        <Decide claim={claim} inTheWay={inTheWay ?? {}} onChange={onChange} />
      ) : (
        <p class="hint">{t.onlyManagers}</p>
      )}
    </section>
  )
}

type InTheWay = Partial<NonNullable<OpenConnection['inTheWay']>>

/** What there is already is replaced only if somebody chooses it: nothing is chosen at first. */
function Decide({ claim: { id }, inTheWay, onChange }: ClaimProps & { inTheWay: InTheWay }) {
  const { endpoint, identitySecrets } = inTheWay
  const [fate, setFate] = useState<'keep' | 'replace' | ''>('')
  const [secret, setSecret] = useState('')
  const connect = useAction(async () => {
    const body = {
      id,
      ...(fate === 'keep' ? { keepEndpoint: true } : {}),
      ...(fate === 'replace' && endpoint ? { replaceEndpoint: endpoint } : {}),
      ...(secret === '' ? {} : { replaceIdentitySecret: secret }),
    }
    onChange(await read(api.POST('/connection/approve', { body })))
  })
  const refuse = useAction(async () => {
    onChange(await read(api.POST('/connection/refuse', { body: { id } })))
    toast(t.refusedToast)
  })
  const isUndecided = (Boolean(endpoint) && fate === '') || (Boolean(identitySecrets) && secret === '')
  return (
    <>
      {endpoint && (
        <Choices
          legend={t.endpointInTheWay}
          value={fate}
          values={['keep', 'replace']}
          titles={t.endpointChoices}
          help={{ '': '', ...t.endpointHelp(foreign(endpoint)) }}
          onChange={setFate}
        />
      )}
      {identitySecrets && (
        <Choices
          legend={t.secretsInTheWay}
          value={secret}
          values={identitySecrets.map((one) => one.id)}
          titles={Object.fromEntries(identitySecrets.map((one) => [one.id, t.secretName(one.ending)]))}
          help={Object.fromEntries(identitySecrets.map((one) => [one.id, t.secretHelp]))}
          onChange={setSecret}
        />
      )}
      <p>{t.isItYours}</p>
      <Problem error={connect.error ?? refuse.error} />
      <p class="page-actions">
        <Button kind="primary" isBusy={connect.isBusy} disabled={isUndecided} onClick={connect.run}>
          {t.connect}
        </Button>
        <Button isBusy={refuse.isBusy} onClick={refuse.run}>
          {t.notMine}
        </Button>
      </p>
    </>
  )
}

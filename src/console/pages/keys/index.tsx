import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ApiKey } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useData } from '../parts/use-data.ts'
import { en } from '../texts/en.ts'
import { CreateKey } from './create-key.tsx'
import { KeyTable } from './key-table.tsx'
import { RevokeKey } from './revoke-key.tsx'

const { keys: t } = en

/** Settings → Keys. */
export default function Keys() {
  const { data, error, reload } = useData(() => read(api.GET('/keys')), 'keys')
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  )
  return (
    <Page title={t.title} command="storewire keys list" actions={data && data.keys.length > 0 && create}>
      <p class="lead">{t.intro}</p>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data?.keys.length === 0 && (
        <Empty title={t.none}>
          <p>{t.noneHelp}</p>
          {create}
        </Empty>
      )}
      {data && data.keys.length > 0 && <KeyTable keys={data.keys} onChange={reload} onRevoke={setRevoking} />}
      {isCreating && <CreateKey onCreated={reload} onClose={() => setCreating(false)} />}
      {revoking && <RevokeKey apiKey={revoking} onRevoked={reload} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

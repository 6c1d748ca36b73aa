import type { ApiKey } from '../api-types.ts'
import { CopyButton } from '../parts/copy.tsx'
import { Status } from '../parts/values.tsx'
import { keys as t } from '../texts/en/keys.ts'

/** A publishable key, which a column may cut, and which is copied as a whole; of other keys what people recognize them by. */
export function KeyText({ apiKey: { name, key, prefix, suffix } }: { apiKey: ApiKey }) {
  if (!key) return <code class="whole">{`${prefix}…${suffix}`}</code>
  return (
    <span class="with-copy">
      <code>{key}</code>
      <CopyButton text={key} label={t.copy(name)} />
    </span>
  )
}

export function KeyStatus({ apiKey: { revokedAt, widget } }: { apiKey: ApiKey }) {
  if (revokedAt !== null) return <Status tone="quiet">{t.revoked}</Status>
  return <Status tone="good">{widget ? t.ofWidget : t.active}</Status>
}

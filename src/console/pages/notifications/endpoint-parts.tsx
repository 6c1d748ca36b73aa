import type { EventDelivery, EventEndpoint } from '../api-types.ts'
import { Status, type Tone } from '../parts/values.tsx'
import { notifications as t } from '../texts/en/notifications.ts'

/** An endpoint as people call it: what it is, and where as far as they may know. */
export function nameOf({ kind, host }: Pick<EventEndpoint, 'kind' | 'host'>): string {
  return host ? `${t.kinds[kind]} (${host})` : t.kinds[kind]
}

export function EndpointState({ endpoint: { state, failingSince, isConfirmed } }: { endpoint: EventEndpoint }) {
  if (!isConfirmed) return <Status tone="waiting">{t.unconfirmed}</Status>
  if (state === 'on' && failingSince) return <Status tone="waiting">{t.failing}</Status>
  const tones: Record<typeof state, Tone> = { on: 'good', off: 'quiet', disabled: 'bad' }
  return <Status tone={tones[state]}>{t.states[state]}</Status>
}

const TONES: Record<EventDelivery['state'], Tone> = {
  waiting: 'waiting',
  delivered: 'good',
  failed: 'bad',
  skipped: 'quiet',
}

export function DeliveryState({ delivery: { state, tries } }: { delivery: EventDelivery }) {
  const isAgain = state === 'waiting' && tries > 0
  return <Status tone={TONES[state]}>{isAgain ? t.retrying : t.deliveryStates[state]}</Status>
}

import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict } from '../lib/errors.ts'
import { newId, newOrderedId } from '../lib/ids.ts'
import { switchOn } from './change-endpoints.ts'
import { requireConfirmedAddress } from './confirm-address.ts'
import { type EventServices, sendEvent } from './deliver.ts'
import { type EventDelivery, requireEventDelivery } from './deliveries.ts'
import { requireEventEndpoint } from './endpoints.ts'
import { insertEvent, type StoredEvent } from './events.ts'
import { testType } from './types/types.ts'

interface Tested {
  workspaceId: string
  /** Of the endpoint. */
  id: string
}

/**
 * Sends a test to an endpoint, also to one that is off, and records it as a delivery.
 *
 * @throws DomainError FORBIDDEN for the role; NOT_FOUND
 */
export async function testEndpoint(
  services: EventServices,
  actor: Actor,
  { workspaceId, id: endpointId }: Tested,
): Promise<EventDelivery> {
  requireManager(actor)
  const { store, clock } = services
  const endpoint = await requireEventEndpoint(store.read, workspaceId, endpointId)
  requireConfirmedAddress(endpoint)
  const now = clock.now()
  const event: StoredEvent = {
    ...{ id: newId('evt'), workspaceId, subject: endpointId, data: { sequence: 0 }, createdAt: now },
    ...{ type: testType.name, page: '/settings/notifications', personal: null },
  }
  const tried = await sendEvent(services, endpoint, event)
  const deliveryId = newOrderedId('evd', now)
  await store.write(async (tx) => {
    const draft = { ...event, type: testType, data: {}, conversationId: null, customerId: null }
    await insertEvent(tx, draft, { id: event.id, workspaceId, sequence: 0, now })
    await tx.run(
      `INSERT INTO event_deliveries (id, workspace_id, endpoint_id, event_id, state, tries, sent_at, duration_ms, http_status, answer, verdict,
         explanation, created_at) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`,
      deliveryId,
      workspaceId,
      endpointId,
      event.id,
      tried.verdict === 'delivered' ? 'delivered' : 'failed',
      tried.startedAt,
      tried.durationMs,
      tried.httpStatus,
      tried.answer,
      tried.verdict,
      tried.explanation,
      now,
    )
    const details = { verdict: tried.verdict }
    await audit(tx, { workspaceId, actor, action: 'event_endpoint.tested', target: endpointId, details, at: now })
  })
  return requireEventDelivery(store.read, workspaceId, deliveryId)
}

/**
 * Switches an endpoint on, after a test has arrived there.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT if the test has failed
 */
export async function enableEndpoint(services: EventServices, actor: Actor, tested: Tested): Promise<void> {
  requireManager(actor)
  const { state } = await requireEventEndpoint(services.store.read, tested.workspaceId, tested.id)
  if (state === 'on') return
  const { state: outcome, explanation } = await testEndpoint(services, actor, tested)
  if (outcome !== 'delivered')
    throw conflict(
      'event_test_failed',
      `The endpoint was not switched on, since a test did not arrive. ${explanation ?? ''}`,
    )
  await services.store.write((tx) => switchOn(tx, actor, tested, services.clock.now()))
}

import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import { getObject } from '../objects/find/read.ts'
import { customers } from '../objects/types/customer.ts'
import type { Store } from '../store/store.ts'
import { createSession, type WidgetSession } from '../widget/sessions.ts'
import { issueTicket } from '../widget/tickets.ts'
import { getAssistantSettings } from './settings.ts'

/** A trial conversation in the chat window, with the real assistant. Its refunds are never sent to the shop. */
export interface TrialChat {
  session: WidgetSession
  /** Token of the session. */
  token: string
  /** For the document of the frame, which it opens within ten minutes. */
  ticket: string
}

/**
 * Starts a trial conversation for somebody of the shop.
 *
 * @param customerId whom the assistant takes them for; null for a guest
 * @throws DomainError FORBIDDEN; NOT_FOUND for an unknown customer; CONFLICT if the assistant is switched off
 */
export async function startTrialChat(
  services: { store: Store; clock: Clock; sealer: Sealer },
  actor: Actor,
  { workspaceId, customerId, locale }: { workspaceId: string; customerId: string | null; locale: string | null },
): Promise<TrialChat> {
  requireAgent(actor)
  const { store, clock } = services
  const { enabled } = await getAssistantSettings(store.read, workspaceId)
  if (!enabled) throw conflict('assistant_off', 'The assistant is switched off. Switch it on in its settings first.')
  if (customerId !== null && !(await getObject(store.read, customers, workspaceId, customerId)))
    throw new DomainError('NOT_FOUND', 'no_such_customer', `There is no customer ${customerId}. Check the id.`)
  const now = clock.now()
  const ticket = await issueTicket(services, workspaceId, now)
  const visit = { visitorId: null, pageUrl: null, locale, timeZone: null }
  const who = { workspaceId, customerId, guestToken: null, visit, trial: true, networkHash: null }
  return store.write(async (tx) => {
    const { session, token } = await createSession(tx, who, now)
    const details = customerId === null ? {} : { customerId }
    await audit(tx, { workspaceId, actor, action: 'trial.started', target: session.conversationId, details, at: now })
    return { session, token, ticket: `${workspaceId}.${ticket}` }
  })
}

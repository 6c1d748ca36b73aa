import { type Actor, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { getWorkspace } from '../../access/workspaces.ts'
import type { RefundServices } from '../offer.ts'
import { getEndpoint, requireRefundPlan } from '../settings.ts'
import { callEndpoint, recordCall, wordsFor } from './call-endpoint.ts'

/** The result of a signed `ping`, for people. */
export interface ConnectionTest {
  url: string
  ok: boolean
  httpStatus: number | null
  durationMs: number
  /** The headers of the request, by name. */
  sent: Record<string, string>
  /** The beginning of the response. */
  answer: string | null
  verdict: string
}

/**
 * Sends a signed `ping` to the endpoint.
 *
 * @throws DomainError FORBIDDEN for the plan or the role; CONFLICT if endpoint or secret are not set; SERVICE_UNAVAILABLE if the secret cannot be decrypted
 */
export async function testConnection(
  services: RefundServices,
  actor: Actor,
  workspaceId: string,
): Promise<ConnectionTest> {
  const { store, clock } = services
  requireManager(actor)
  const workspace = await getWorkspace(store.read, workspaceId)
  requireRefundPlan(workspace)
  const endpoint = await getEndpoint(store.read, workspaceId, services.sealer)
  const attempt = await callEndpoint(services, workspace, endpoint, { type: 'ping', data: {} })
  await store.write(async (tx) => {
    await recordCall(tx, workspaceId, null, attempt)
    const details = { verdict: attempt.verdict.kind }
    await audit(tx, {
      workspaceId,
      actor,
      action: 'refund_endpoint.tested',
      target: workspaceId,
      details,
      at: clock.now(),
    })
  })
  const { sent, httpStatus, durationMs, answer, verdict } = attempt
  return {
    url: endpoint.endpointUrl ?? '',
    ok: verdict.kind === 'ok',
    httpStatus,
    durationMs,
    sent: sent.headers,
    answer,
    verdict: wordsFor(verdict),
  }
}

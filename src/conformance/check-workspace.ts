import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { PROGRAM } from '../lib/program.ts'
import { allowsLoopback } from '../outbound/addresses.ts'
import { requireEndpoint } from '../refunds/endpoint/call-endpoint.ts'
import { refundEndpointPolicy } from '../refunds/endpoint/shop-outbound.ts'
import type { RefundServices } from '../refunds/offer.ts'
import { getEndpoint, getRefundSettings, requireRefundPlan } from '../refunds/settings.ts'
import type { Result } from './run.ts'

/** Most endpoints that are checked at the same time. */
const MOST = 2
/** Limit of one request, as in production, and of all checks together: a proxy waits for about a minute. */
const REQUEST_MS = 10_000
const ALL_MS = 45_000

const NO_REFUNDS = `These checks make a real refund, so only "${PROGRAM} endpoint check --order" runs them.`

export interface EndpointChecks {
  /**
   * Runs the checks on the refund endpoint of a workspace, except those that make refunds.
   *
   * @throws DomainError FORBIDDEN for the plan or the role; CONFLICT if endpoint or secret are not set, or a check of the workspace is
   *   running; SERVICE_UNAVAILABLE if too many are running, or the secret cannot be decrypted
   */
  run(actor: Actor, workspaceId: string): Promise<Result[]>
}

/** @param limitMs of all checks together */
export function createEndpointChecks(services: RefundServices, limitMs: number = ALL_MS): EndpointChecks {
  const running = new Set<string>()
  return {
    run: async (actor, workspaceId) => {
      const { store, clock, sealer } = services
      requireManager(actor)
      const workspace = await getWorkspace(store.read, workspaceId)
      requireRefundPlan(workspace)
      const endpoint = requireEndpoint(await getEndpoint(store.read, workspaceId, sealer))
      const { mode } = await getRefundSettings(store.read, workspaceId)
      requirePlace(running, workspaceId)
      running.add(workspaceId)
      try {
        // Few servers ever check an endpoint, and none does at its start.
        const [{ createProbe }, { runChecks }] = await Promise.all([import('./probe.ts'), import('./run.ts')])
        const endsAt = performance.now() + limitMs
        const { policy, ca, resolve } = services.outbound
        const probe = createProbe({
          ...{ ...endpoint, clock, mode, orderId: null, customerId: null, giveUpMs: REQUEST_MS, endsAt, resolve },
          ...(ca === undefined ? {} : { ca }),
          policy: refundEndpointPolicy(policy, allowsLoopback(policy, { ...endpoint, isTest: workspace.test })),
        })
        const results = await runChecks(probe, { create: false, whyNoRefunds: NO_REFUNDS, endsAt })
        const details = countResults(results)
        const now = clock.now()
        const action = 'refund_endpoint.checked'
        await store.write((tx) => audit(tx, { workspaceId, actor, action, target: workspaceId, details, at: now }))
        return results
      } finally {
        running.delete(workspaceId)
      }
    },
  }
}

function requirePlace(running: Set<string>, workspaceId: string): void {
  if (running.has(workspaceId))
    throw conflict('check_running', 'The endpoint of this workspace is being checked. Wait for the results.')
  if (running.size >= MOST)
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'busy_with_checks',
      `${MOST} other endpoints are being checked. Try again in a minute.`,
    )
}

export function countResults(results: Result[]): { passed: number; failed: number; skipped: number } {
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length
  return { passed: count('pass'), failed: count('fail'), skipped: count('skip') }
}

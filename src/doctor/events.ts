import { PROGRAM } from '../lib/program.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const EVENTS = 'events'

/** Checks whether people hear of what happens: endpoints that were disabled, and deliveries that have failed in the last day. */
export async function checkEvents(read: Reader, now: number): Promise<Finding[]> {
  const disabled = await read.all<{ kind: string; host: string; name: string }>(
    `SELECT kind, host, name FROM event_endpoints JOIN workspaces ON workspaces.id = workspace_id
     WHERE state = 'disabled' AND deleted_at IS NULL ORDER BY name, host`,
  )
  const failed = await read.get<{ count: number }>(
    `SELECT count(*) AS count FROM event_deliveries JOIN workspaces ON workspaces.id = workspace_id
     WHERE state = 'failed' AND event_deliveries.created_at > ? AND deleted_at IS NULL`,
    now - DAY_MS,
  )
  const findings: Finding[] = []
  if (disabled.length > 0) {
    const named = disabled.map(({ kind, host, name }) => `${kind} at ${host} of "${name}"`).join(', ')
    findings.push(
      problem(
        EVENTS,
        `endpoints of events are disabled, so nobody hears there: ${named}`,
        `Fix each endpoint, then switch it on: ${PROGRAM} events endpoints update ID --on`,
      ),
    )
  }
  if (failed && failed.count > 0)
    findings.push(
      warning(
        EVENTS,
        `deliveries of events have failed in the last day: ${failed.count}`,
        `See why: ${PROGRAM} events list --state failed. Send them again: ${PROGRAM} events replay --since TIME`,
      ),
    )
  return findings.length > 0
    ? findings
    : [ok(EVENTS, 'no endpoint is disabled, and nothing has failed in the last day')]
}

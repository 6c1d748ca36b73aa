import type { Reader } from '../store/store.ts'
import { compileRule } from './compile.ts'
import { listSegments, MAX_SEGMENTS } from './segments.ts'

/** The segments that a customer is in, by what is counted so far. */
export async function segmentsOf(
  reader: Reader,
  workspaceId: string,
  customerId: string,
  now: number,
): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  for (const { id, name, rule } of await listSegments(reader, workspaceId, { limit: MAX_SEGMENTS })) {
    const test = compileRule(rule, workspaceId, now)
    const isIn = await reader.get(
      `SELECT 1 FROM customer_facts AS facts WHERE facts.workspace_id = ? AND facts.customer_id = ? AND ${test.text}`,
      workspaceId,
      customerId,
      ...test.values,
    )
    if (isIn) found.push({ id, name })
  }
  return found
}

import type { Reader, Tx } from '../store/store.ts'
import type { Beside } from './resource.ts'

/**
 * Stores a tag that an agent adds to a customer. Pushes do not remove the tag. Adding it twice changes nothing.
 *
 * @returns false if an agent added the tag before
 */
export async function addAgentTag(
  tx: Tx,
  { workspaceId, customerId, tag, agent }: { workspaceId: string; customerId: string; tag: string; agent: string },
  now: number,
): Promise<boolean> {
  const { changes } = await tx.run(
    `INSERT INTO customer_agent_tags (workspace_id, customer_id, tag, added_by, added_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, customer_id, tag) DO NOTHING`,
    workspaceId,
    customerId,
    tag,
    agent,
    now,
  )
  return changes > 0
}

/** Removes a tag that an agent added; a tag that the shop pushed is kept. @returns false if no agent added the tag */
export async function removeAgentTag(
  tx: Tx,
  { workspaceId, customerId, tag }: { workspaceId: string; customerId: string; tag: string },
): Promise<boolean> {
  const { changes } = await tx.run(
    'DELETE FROM customer_agent_tags WHERE workspace_id = ? AND customer_id = ? AND tag = ?',
    workspaceId,
    customerId,
    tag,
  )
  return changes > 0
}

/** The tags that agents added, by customer, in the order they were added. Customers without such tags are absent. */
export async function agentTagsOf(
  reader: Reader,
  workspaceId: string,
  customerIds: string[],
): Promise<Map<string, string[]>> {
  const tags = new Map<string, string[]>()
  for (const customerId of customerIds) {
    const rows = await reader.all<{ tag: string }>(
      'SELECT tag FROM customer_agent_tags WHERE workspace_id = ? AND customer_id = ? ORDER BY added_at, tag',
      workspaceId,
      customerId,
    )
    if (rows.length > 0)
      tags.set(
        customerId,
        rows.map(({ tag }) => tag),
      )
  }
  return tags
}

/** Tags of agents are listed after the tags that the shop pushed. */
export const agentTags: Beside = {
  read: agentTagsOf,
  add: (fields, added) => {
    fields.tags = [...new Set([...((fields.tags as string[] | undefined) ?? []), ...added])]
  },
  erase: async (tx, workspaceId, id) =>
    (await tx.run('DELETE FROM customer_agent_tags WHERE workspace_id = ? AND customer_id = ?', workspaceId, id))
      .changes,
}

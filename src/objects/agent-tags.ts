import type { Reader, Tx } from '../store/store.ts'
import type { Beside } from './resource.ts'

/** Gives a customer a tag on an agent's behalf. It stays whatever the shop pushes; giving it twice changes nothing. */
export async function addAgentTag(
  tx: Tx,
  { workspaceId, customerId, tag, agent }: { workspaceId: string; customerId: string; tag: string; agent: string },
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO customer_agent_tags (workspace_id, customer_id, tag, added_by, added_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, customer_id, tag) DO NOTHING`,
    workspaceId,
    customerId,
    tag,
    agent,
    now,
  )
}

/** The agents' tags of some customers, in the order they were added; customers without any are not in the map. */
async function agentTagsOf(reader: Reader, workspaceId: string, customerIds: string[]): Promise<Map<string, string[]>> {
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

/** The agents' tags come behind those that the shop pushed. */
export const agentTags: Beside = {
  read: async (reader, workspaceId, ids) => {
    const tags = await agentTagsOf(reader, workspaceId, ids)
    return new Map(
      [...tags].map(([id, added]) => [
        id,
        (fields) => {
          fields.tags = [...new Set([...((fields.tags as string[] | undefined) ?? []), ...added])]
        },
      ]),
    )
  },
  erase: async (tx, workspaceId, id) =>
    (await tx.run('DELETE FROM customer_agent_tags WHERE workspace_id = ? AND customer_id = ?', workspaceId, id))
      .changes,
}

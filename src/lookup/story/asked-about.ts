import type { Reader } from '../../store/store.ts'

/** Chats that are looked through: the newest. */
export const LOOKED_THROUGH = 500

/**
 * In how many of the newest chats the assistant has looked up a product to answer, trials not among them.
 *
 * @returns `chats` of `of` that were looked through, which are at most {@link LOOKED_THROUGH}
 */
export async function askedAbout(
  reader: Reader,
  workspaceId: string,
  productId: string,
): Promise<{ chats: number; of: number }> {
  const row = await reader.get<{ chats: number; of: number }>(
    `SELECT count(*) AS "of", coalesce(sum(is_asked), 0) AS chats FROM (
       SELECT CASE WHEN EXISTS (
         SELECT 1 FROM tool_calls AS call, json_each(call.objects) AS named
         WHERE call.conversation_id = newest.id AND call.tool = 'get_product' AND named.value = ?
       ) THEN 1 ELSE 0 END AS is_asked
       FROM (SELECT id FROM conversations WHERE workspace_id = ? AND trial = 0 ORDER BY id DESC LIMIT ${LOOKED_THROUGH}) AS newest
     ) AS looked`,
    `products/${productId}`,
    workspaceId,
  )
  return row ?? { chats: 0, of: 0 }
}

import { append } from '../changes/append.ts'
import { indexAllWords } from '../conversations/words.ts'
import type { Erased } from '../http/hooks.ts'
import type { Tx } from '../store/store.ts'
import { emptyIndex, unindexRow } from '../store/text-index.ts'
import { indexedType, searchedResources } from './indexed-types.ts'
import { askForCleaning } from './upkeep.ts'

/** Deletes an erased object from the index. A job cleans the pages on which its words were. */
export async function forgetErased(
  tx: Tx,
  { resource, workspaceId, id, isPersonal }: Erased,
  now: number,
): Promise<void> {
  const type = indexedType(resource)
  if (!type) return
  const found = await tx.get<{ row: number }>(
    `SELECT row FROM search_rows JOIN search_spaces ON number = space
     WHERE workspace_id = ? AND resource = ? AND resource_id = ?`,
    workspaceId,
    resource,
    id,
  )
  if (!found) return
  for (const { sql, values } of unindexRow(type, found.row)) await tx.run(sql, ...values)
  if (isPersonal) await askForCleaning(tx, now)
}

/** Empties the index of a small database, and reports all objects as changed. */
export async function indexAnew(tx: Tx, now: number): Promise<void> {
  for (const { sql, values } of emptyIndex) await tx.run(sql, ...values)
  for (const { name } of searchedResources) {
    const found = await tx.all<{ workspaceId: string; ids: string }>(
      `SELECT workspace_id AS "workspaceId", json_group_array(id) AS ids FROM ${name} GROUP BY workspace_id`,
    )
    for (const { workspaceId, ids } of found)
      await append(tx, { workspaceId, kind: name, ids: JSON.parse(ids) as string[] }, now)
  }
  await indexAllWords(tx, now)
}

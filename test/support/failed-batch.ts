import { acceptBatch, newBatch } from '../../src/objects/bulk/batches.ts'
import { orders } from '../../src/objects/types/order.ts'
import type { Api } from './server.ts'

/** A batch of a workspace that could not be processed. @returns its id */
export function failBatch({ store, workspaceId, clock }: Api, backfillId: string | null = null): Promise<string> {
  return store.write(async (tx) => {
    const batch = newBatch(orders, [{ id: 'o_failed', updatedAt: 1 }], backfillId)
    const id = await acceptBatch(tx, orders, workspaceId, batch, clock.now())
    await tx.run('DELETE FROM jobs WHERE subject = ?', id)
    await tx.run(
      `UPDATE batches SET status = 'failed', failure = 'The disk is full.', finished_at = ? WHERE id = ?`,
      clock.now(),
      id,
    )
    return id
  })
}

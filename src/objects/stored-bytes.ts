import { DomainError } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import type { PreparedObject } from './prepare.ts'
import type { Resource } from './resource.ts'

/*
 * A push reads and writes all of an object, however little it changes: a kilobyte may change gigabytes that are stored.
 */

const MIB = 1024 * 1024

/** Calls that change more are written after the calls that wait. As much as the largest call of objects of 2 KB has. */
export const LONG_STORED = 2 * MIB

/** The maximum of one call, by the size of its body. All other writes wait for it: about 5 ms for each MiB. */
const MOST_STORED = { small: 16 * MIB, large: 64 * MIB }

/** More would change than may. The call is repeated in the background. */
export class StoredIsLong extends Error {}

/** Objects that are looked up one by one: a list of ids takes ten times as long as one of them. */
const FEW = 10

/** Bytes of JSON of the stored copies of pushed objects. SQLite knows the length of a text without reading it. */
export async function storedBytes(
  reader: Reader,
  { name }: Resource,
  workspaceId: string,
  objects: PreparedObject[],
): Promise<number> {
  if (objects.length <= FEW) {
    const sql = `SELECT octet_length(data) AS bytes FROM ${name} WHERE workspace_id = ? AND id = ?`
    let sum = 0
    for (const { id } of objects) sum += (await reader.get<{ bytes: number }>(sql, workspaceId, id))?.bytes ?? 0
    return sum
  }
  const row = await reader.get<{ bytes: number | null }>(
    `SELECT sum(octet_length(object.data)) AS bytes FROM json_each(?) AS pushed
     CROSS JOIN ${name} AS object ON object.workspace_id = ? AND object.id = pushed.value`,
    JSON.stringify(objects.map(({ id }) => id)),
    workspaceId,
  )
  return row?.bytes ?? 0
}

/** @throws DomainError PAYLOAD_TOO_LARGE if one call must not change so much */
export function requireFewStored({ name, callSize }: Resource, received: number): void {
  const max = MOST_STORED[callSize]
  if (received <= max) return
  throw new DomainError(
    'PAYLOAD_TOO_LARGE',
    'stored_too_large',
    `The stored ${name} that this call changes have ${received} bytes of JSON, more than ${max}. Send fewer of them in one call.`,
    { max, received, path: ['data'] },
  )
}

/** How many of the first objects one transaction of background work may change; at least one. */
export async function countAtOnce(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  objects: PreparedObject[],
): Promise<number> {
  if ((await storedBytes(reader, resource, workspaceId, objects)) <= LONG_STORED) return objects.length
  let bytes = 0
  for (const [index, object] of objects.entries()) {
    bytes += await storedBytes(reader, resource, workspaceId, [object])
    if (index > 0 && bytes > LONG_STORED) return index
  }
  return objects.length
}

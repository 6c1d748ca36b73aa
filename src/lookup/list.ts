import { DomainError } from '../lib/errors.ts'
import { type ListQuery, listObjects, type ObjectPage, type ShownObject } from '../objects/find/read.ts'
import type { Resource } from '../objects/resource.ts'
import type { Reader } from '../store/store.ts'

/** A page has at most 4 MiB: this is as much as one list keeps in memory. */
const MOST_PAGES = 4

/**
 * Up to `limit` objects, the newest change first, even if single pages are shorter. The list ends earlier after 16 MiB.
 *
 * @throws DomainError BAD_REQUEST for a cursor that no list returned, or a filter that does not fit
 */
export async function listUpTo(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  query: ListQuery,
): Promise<ObjectPage> {
  const data: ShownObject[] = []
  let cursor = query.cursor
  let pages = 0
  for (;;) {
    const page = await listObjects(reader, resource, workspaceId, {
      ...query,
      cursor,
      limit: query.limit - data.length,
    })
    data.push(...page.data)
    if (page.data.length > 0) pages++
    if (page.nextCursor === null || data.length === query.limit || pages === MOST_PAGES)
      return { data, nextCursor: page.nextCursor }
    cursor = page.nextCursor
  }
}

/** Like {@link listUpTo}; null while the index of a filter is still being built after an update. */
export async function findUpTo(...asked: Parameters<typeof listUpTo>): Promise<ObjectPage | null> {
  try {
    return await listUpTo(...asked)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'filters_not_ready') return null
    throw error
  }
}

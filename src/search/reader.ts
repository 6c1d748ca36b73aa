import type { ChangeBatch, StoredReader } from '../changes/readers.ts'
import type { Statement } from '../store/store.ts'
import { indexObjects, isPersonal } from '../store/text-index.ts'
import { askForRebuild } from './ask.ts'
import { indexedType, searchedResources } from './indexed-types.ts'
import { createIndexTurns, type IndexTurns, MOST_OBJECTS } from './turns.ts'
import { mergeNext } from './upkeep.ts'

/** How long pushes collect before they are indexed: a few at a time would take as long as many. */
const COLLECT_MS = 300

/**
 * Indexes what was pushed, in transactions that are so short that pushes hardly wait, and merges the index when nothing is left. Indexing an
 * object again changes nothing.
 */
export const searchReader: StoredReader = {
  name: 'search',
  kinds: searchedResources.map(({ name }) => name),
  start: ({ store }) => {
    const turns = createIndexTurns(store)
    let mayMerge = false
    return {
      collectMs: COLLECT_MS,
      limits: { mostIds: MOST_OBJECTS, needsData: false },
      do: async (batch, signal) => {
        mayMerge = true
        await index(turns, batch, signal)
      },
      rest: async () => {
        mayMerge &&= await mergeNext(store)
        return mayMerge
      },
      rebuild: (tx, _workspaceId, now) => askForRebuild(tx, now),
    }
  },
}

/** Indexes the objects of a batch, of one type in each transaction. The last one moves the place of the reader. */
async function index(
  turns: IndexTurns,
  { workspaceId, changes, moved }: ChangeBatch,
  signal: AbortSignal,
): Promise<void> {
  const left = new Map<string, Set<string>>()
  for (const { kind, ids } of changes) left.set(kind, new Set([...(left.get(kind) ?? []), ...ids]))
  for (const [kind, all] of left) {
    left.delete(kind)
    const ids = [...all]
    do {
      signal.throwIfAborted()
      const some = ids.splice(0, turns.size())
      const isLast = ids.length === 0 && left.size === 0
      await indexSome(turns, { workspaceId, kind, ids: some }, isLast ? [moved()] : [])
    } while (ids.length > 0)
  }
}

function indexSome(
  turns: IndexTurns,
  { workspaceId, kind, ids }: { workspaceId: string; kind: string; ids: string[] },
  further: Statement[],
): Promise<void> {
  const type = indexedType(kind)
  if (!type) throw new Error(`a search does not find ${kind}`)
  const { statements, prepare } = indexObjects(type, workspaceId, ids)
  return turns.run([...statements, ...further], { isPersonal: isPersonal(type.table), prepare })
}

import { busy } from '../../lib/errors.ts'

/** What one request holds in memory of its body. */
export interface Share {
  /** @throws DomainError SERVICE_UNAVAILABLE when the workspace, or all together, hold as much as they may */
  add(bytes: number): void
  release(): void
}

/**
 * Counts the bytes of the bodies that arrive, wait and are worked on, so that no number of them fills the memory. A workspace that holds
 * nothing is never refused for what the others hold: its one request goes on.
 *
 * @returns begins the share of a request of a workspace
 */
export function createBodyMemory({
  perWorkspace,
  total,
}: {
  perWorkspace: number
  total: number
}): (workspaceId: string) => Share {
  const held = new Map<string, number>()
  let all = 0
  return (workspaceId) => {
    let own = 0
    const change = (bytes: number) => {
      own += bytes
      all += bytes
      const left = (held.get(workspaceId) ?? 0) + bytes
      if (left > 0) held.set(workspaceId, left)
      else held.delete(workspaceId)
    }
    return {
      add: (bytes) => {
        const ofWorkspace = held.get(workspaceId) ?? 0
        const isAlone = ofWorkspace === own
        if (!isAlone && (ofWorkspace + bytes > perWorkspace || all + bytes > total)) {
          throw busy('Other large requests of this workspace are still being received or processed.')
        }
        change(bytes)
      },
      release: () => change(-own),
    }
  }
}

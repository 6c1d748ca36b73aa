import type { ChangeListener } from '../changes/live.ts'
import { createCounts } from '../lib/counts.ts'

/** An open stream of a workspace. */
export interface ListedStream {
  readonly workspaceId: string
  /** Whose it is: each owner may have some. */
  readonly owner: string
  /** What it is about, such as a conversation. Changed by `move` alone. */
  topic: string
}

/** The open streams of one kind, by what they are about. Their workspaces are followed as long as one is open. */
export interface StreamList<Stream extends ListedStream> {
  /** Whether a topic has streams. */
  are(topic: string): boolean
  of(topic: string): Iterable<Stream>
  all(): Stream[]
  /**
   * Adds a stream. What changes in its workspace after that is heard of.
   *
   * @returns removes it again
   * @throws the error of `tooMany` if its owner has too many
   */
  add(stream: Stream): Promise<() => void>
  /** Gives an added stream another topic. */
  move(stream: Stream, topic: string): void
}

/** @param perOwner the most streams of an owner */
export function createStreamList<Stream extends ListedStream>(
  heard: Pick<ChangeListener, 'follow' | 'leave'>,
  { perOwner, tooMany }: { perOwner: number; tooMany: (most: number) => Error },
): StreamList<Stream> {
  const byTopic = new Map<string, Set<Stream>>()
  const [ofOwners, ofWorkspaces] = [createCounts(), createCounts()]

  function put(stream: Stream): void {
    const { topic } = stream
    byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(stream))
  }

  function take(stream: Stream): boolean {
    const beside = byTopic.get(stream.topic)
    const isThere = beside?.delete(stream) ?? false
    if (beside?.size === 0) byTopic.delete(stream.topic)
    return isThere
  }

  function count({ owner, workspaceId }: Stream, by: 1 | -1): void {
    ofOwners.add(owner, by)
    ofWorkspaces.add(workspaceId, by)
    if (ofWorkspaces.get(workspaceId) === 0) heard.leave(workspaceId)
  }

  return {
    are: (topic) => byTopic.has(topic),
    of: (topic) => byTopic.get(topic) ?? [],
    all: () => [...byTopic.values()].flatMap((some) => [...some]),
    add: async (stream) => {
      if (ofOwners.get(stream.owner) >= perOwner) throw tooMany(perOwner)
      const remove = () => {
        if (take(stream)) count(stream, -1)
      }
      put(stream)
      count(stream, 1)
      try {
        await heard.follow(stream.workspaceId)
      } catch (error) {
        remove()
        throw error
      }
      return remove
    },
    move: (stream, topic) => {
      if (!take(stream)) return
      stream.topic = topic
      put(stream)
    },
  }
}

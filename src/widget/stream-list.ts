import { conflict } from '../lib/errors.ts'
import { type ChatStream, endStream } from './chat-stream.ts'

/** Most open streams of a session: one for each of a few tabs. */
const PER_SESSION = 4

/** The open streams, by conversation. */
export interface StreamList {
  /** Whether a conversation has streams. */
  are(conversationId: string): boolean
  of(conversationId: string): Iterable<ChatStream>
  all(): ChatStream[]
  /** Adds a stream; returns a function that removes it. @throws DomainError CONFLICT if the session has too many streams */
  add(stream: ChatStream): () => void
  /** Lets an added stream read another conversation. */
  move(stream: ChatStream, conversationId: string): void
}

export function createStreamList(): StreamList {
  const streams = new Map<string, Set<ChatStream>>()
  const remove = (stream: ChatStream) => {
    const beside = streams.get(stream.conversationId)
    beside?.delete(stream)
    if (beside?.size === 0) streams.delete(stream.conversationId)
  }
  const put = (stream: ChatStream) =>
    streams.set(stream.conversationId, (streams.get(stream.conversationId) ?? new Set()).add(stream))
  return {
    are: (conversationId) => streams.has(conversationId),
    of: (conversationId) => streams.get(conversationId) ?? [],
    all: () => [...streams.values()].flatMap((some) => [...some]),
    add: (stream) => {
      const { id } = stream.session
      const beside = streams.get(stream.conversationId) ?? []
      if ([...beside].filter(({ session }) => session.id === id).length >= PER_SESSION)
        throw conflict(
          'too_many_streams',
          `The session already has ${PER_SESSION} open streams. Close one of them, or share it.`,
        )
      put(stream)
      return () => {
        remove(stream)
        endStream(stream)
      }
    },
    move: (stream, conversationId) => {
      if (stream.isOver) return
      remove(stream)
      stream.conversationId = conversationId
      put(stream)
    },
  }
}

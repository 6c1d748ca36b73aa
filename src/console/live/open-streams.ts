import type { SignedIn } from '../../access/member-sessions.ts'
import { conflict } from '../../lib/errors.ts'
import { createWaitingNews, type News } from './news.ts'

/** Most open streams of a member: one for each tab. */
const PER_MEMBER = 8

type Viewer = Pick<SignedIn, 'sessionId' | 'memberId' | 'workspaceId' | 'role'>

/** One open console. */
export interface OpenStream {
  readonly viewer: Viewer
  readonly isOver: boolean
  /** Waits for news; undefined if there are none within `ms` milliseconds, empty at the end. */
  next(ms: number): Promise<News[] | undefined>
  end(): void
}

/** The open consoles, by workspace. */
export interface OpenStreams {
  /** Whether a workspace is looked at; without an id, whether any is. */
  are(workspaceId?: string): boolean
  all(): OpenStream[]
  /** The ids of the workspaces that are looked at. */
  workspaces(): string[]
  tell(workspaceId: string, news: News): void
  /** @throws DomainError CONFLICT if the member has too many streams */
  add(viewer: Viewer): OpenStream
  remove(stream: OpenStream): void
}

export function createOpenStreams(): OpenStreams {
  const byWorkspace = new Map<string, Map<OpenStream, (news: News) => void>>()
  const all = () => [...byWorkspace.values()].flatMap((streams) => [...streams.keys()])
  return {
    are: (workspaceId) => (workspaceId === undefined ? byWorkspace.size > 0 : byWorkspace.has(workspaceId)),
    all,
    workspaces: () => [...byWorkspace.keys()],
    tell: (workspaceId, news) => {
      for (const add of byWorkspace.get(workspaceId)?.values() ?? []) add(news)
    },
    add: (viewer) => {
      if (all().filter((other) => other.viewer.memberId === viewer.memberId).length >= PER_MEMBER)
        throw conflict('too_many_streams', `You have the console open in ${PER_MEMBER} tabs. Close one of them.`)
      const { stream, add } = createStream(viewer)
      const beside = byWorkspace.get(viewer.workspaceId) ?? new Map()
      byWorkspace.set(viewer.workspaceId, beside.set(stream, add))
      return stream
    },
    remove: (stream) => {
      const { workspaceId } = stream.viewer
      const beside = byWorkspace.get(workspaceId)
      stream.end()
      beside?.delete(stream)
      if (beside?.size === 0) byWorkspace.delete(workspaceId)
    },
  }
}

function createStream(viewer: Viewer): { stream: OpenStream; add: (news: News) => void } {
  const waiting = createWaitingNews()
  let isOver = false
  let wake = () => {}
  const stream: OpenStream = {
    viewer,
    get isOver() {
      return isOver
    },
    next: async (ms) => {
      const waited = waiting.take()
      if (waited.length > 0 || isOver) return waited
      const hasNews = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), ms)
        wake = () => {
          clearTimeout(timer)
          resolve(true)
        }
      })
      wake = () => {}
      return hasNews ? waiting.take() : undefined
    },
    end: () => {
      isOver = true
      wake()
    },
  }
  const add = (news: News) => {
    waiting.add(news)
    wake()
  }
  return { stream, add }
}

import type { SignedIn } from '../../access/member-sessions.ts'
import type { ListedStream } from '../../http/stream-list.ts'
import { createWaitingNews, type News } from './news.ts'

type Viewer = Pick<SignedIn, 'sessionId' | 'memberId' | 'workspaceId' | 'role'>

/** One open console. Its topic is the workspace, its owner the member. */
export interface OpenStream extends ListedStream {
  readonly viewer: Viewer
  readonly isOver: boolean
  add(news: News): void
  /** Waits for news; undefined if there are none within `ms` milliseconds, empty at the end. */
  next(ms: number): Promise<News[] | undefined>
  end(): void
}

export function createOpenStream(viewer: Viewer): OpenStream {
  const waiting = createWaitingNews()
  let isOver = false
  let wake = () => {}
  return {
    viewer,
    workspaceId: viewer.workspaceId,
    owner: viewer.memberId,
    topic: viewer.workspaceId,
    get isOver() {
      return isOver
    },
    add: (news) => {
      waiting.add(news)
      wake()
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
}

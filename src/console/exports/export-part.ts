import { endedSessions, type SignedIn } from '../../access/member-sessions.ts'
import { asStream } from '../../http/event-stream.ts'
import type { Part } from '../../http/services.ts'
import { createCounts } from '../../lib/counts.ts'
import { busy, conflict, DomainError } from '../../lib/errors.ts'
import type { FilePart, ListFile } from './lists.ts'

/** Most exports at a time, of a workspace and in all: each has a page of a list in memory. */
const OF_WORKSPACE = 2
const IN_ALL = 8

/** The exports that are being sent. */
export interface Exports {
  /**
   * Sends a file as its client reads it. The file is cut off, which its client notices, when its member signs out or loses the role, when
   * the workspace is deleted, and with the server.
   *
   * @param onBegun called before the first byte is sent
   * @throws DomainError CONFLICT or SERVICE_UNAVAILABLE if too many exports are being sent, and what reading the first page throws
   */
  open(signedIn: SignedIn, file: ListFile, onBegun: () => Promise<void>): Promise<ReadableStream<Uint8Array>>
}

export const exportPart: Part<Exports> = {
  start: ({ store, clock, log }) => {
    const ofWorkspaces = createCounts()
    let inAll = 0
    let isStopped = false

    /** @returns leaves the place; more than once is harmless */
    function takePlace(workspaceId: string): () => void {
      if (ofWorkspaces.get(workspaceId) >= OF_WORKSPACE)
        throw conflict(
          'too_many_exports',
          `${OF_WORKSPACE} exports of this workspace are being sent. Wait until one of them has ended.`,
        )
      if (inAll >= IN_ALL) throw busy('Too many exports are being sent.')
      ofWorkspaces.add(workspaceId, 1)
      inAll++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        ofWorkspaces.add(workspaceId, -1)
        inAll--
      }
    }

    async function* textsOf(
      signedIn: SignedIn,
      first: FilePart,
      file: ListFile,
      isLeft: () => boolean,
    ): AsyncGenerator<string, undefined> {
      yield first.text
      for await (const { text } of file) {
        if (isLeft()) return undefined
        if (isStopped) throw cutOff('The server stops.')
        const ended = await endedSessions(store.read, [signedIn], clock.now())
        if (ended.size > 0) throw cutOff('Its member has signed out, or works in another workspace or role.')
        if (text !== '') yield text
      }
      return undefined
    }

    return {
      open: async (signedIn, file, onBegun) => {
        const leave = takePlace(signedIn.workspaceId)
        try {
          const { value: first } = await file.next()
          if (!first) throw new Error('a list has no first part')
          await onBegun()
          let isLeft = false
          const onEnd = () => {
            isLeft = true
            leave()
          }
          return asStream(
            textsOf(signedIn, first, file, () => isLeft),
            onEnd,
            (error) => {
              if (!(error instanceof DomainError)) log.error('An export failed', { error: error.message })
            },
          )
        } catch (error) {
          leave()
          throw error
        }
      },
      stop: () => {
        isStopped = true
      },
    }
  },
}

const cutOff = (why: string) => new DomainError('SERVICE_UNAVAILABLE', 'export_ended', `This export has ended. ${why}`)

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCounts } from '../../lib/counts.ts'
import { busy, DomainError } from '../../lib/errors.ts'
import { createGate } from '../../lib/gate.ts'
import { release } from '../../lib/memory.ts'
import { HttpError } from '../errors.ts'
import { ClientGone, collect, SHORT_BYTES } from './collect.ts'
import { invitesBody } from './invite.ts'
import { type BodyThread, createBodyThread } from './thread.ts'
import { encodingOf, expectedBytes, unpack } from './unpack.ts'

/** The kinds of body, each with its own size limit: ordinary calls, large calls (tickets, bulk), and calls of the chat widget. */
export type ConfiguredSize = 'small' | 'large' | 'widget'
/** The same, and calls of strangers without any key, whose limit is fixed. */
export type BodySize = ConfiguredSize | 'stranger'

const STRANGER_BYTES = 4 * 1024

/** Reads the bodies of requests within limits of memory and work. */
export interface Bodies {
  /**
   * Reads and unpacks a request's body and passes it to `work`. Long bodies wait in one queue, in which workspaces take turns; the memory
   * of one is freed when `work` ends. A body that is declared or turns out larger than its limit is not read to the end.
   *
   * @throws DomainError PAYLOAD_TOO_LARGE, BAD_REQUEST if the compressed data is damaged or incomplete, SERVICE_UNAVAILABLE if the
   *   workspace has too many bodies at a time; ClientGone; any error of `work`
   */
  use<T>(
    req: IncomingMessage,
    res: ServerResponse,
    of: { size: BodySize; workspaceId: string },
    work: (body: Buffer) => Promise<T>,
  ): Promise<T>
  checkLong: BodyThread['check']
  stop: BodyThread['stop']
}

/** Short compressed bodies that are unpacked at a time, and that may wait for it, of one workspace: they wait only milliseconds. */
const UNPACKED = 4
const MAX_WAITING_SHORT = 1_000
/** One long body is checked at a time, and another one is unpacked or written meanwhile. More would only wait in memory. */
const LONG_AT_A_TIME = 2
/** Long bodies of one workspace that may wait for their turn. */
const MAX_WAITING = 50
/** The memory of bodies, as a number of largest bodies: of one workspace, and in all. */
const HELD_BY_ONE = 3
const HELD_BY_ALL = 8

/** @param maxBytes the maximum size of each kind of body, after decompression */
export function createBodies(maxBytes: Record<ConfiguredSize, number>): Bodies {
  const unpacking = createGate(UNPACKED, { maxWaiting: MAX_WAITING_SHORT })
  const long = createGate(LONG_AT_A_TIME, { maxWaiting: MAX_WAITING })
  const thread = createBodyThread(maxBytes.large)
  const shareOf = createBodyMemory({
    perWorkspace: HELD_BY_ONE * maxBytes.large,
    total: HELD_BY_ALL * maxBytes.large,
  })

  /** The bytes of a body that has turned out short. A kilobyte may unpack to megabytes: then undefined. */
  async function unpackShort(received: Buffer, encoding: string, max: number, workspaceId: string) {
    const leave = await unpacking.enter(workspaceId)
    try {
      return await unpack(received, encoding, limit(Math.min(max, SHORT_BYTES), max))
    } catch (error) {
      if (error instanceof IsLong) return undefined
      throw error
    } finally {
      leave()
    }
  }

  return {
    use: async (req, res, { size, workspaceId }, work) => {
      const max = size === 'stranger' ? STRANGER_BYTES : maxBytes[size]
      const encoding = encodingOf(req.headers['content-encoding'])
      const declared = Number(req.headers['content-length'] ?? 0)
      if (declared > max) throw tooLarge(max)
      if (invitesBody(req)) res.writeContinue()
      const share = shareOf(workspaceId)
      try {
        const received = await collect(req, limit(max, max, share), declared).catch(throwGone)
        const short = encoding === undefined ? received : await unpackShort(received, encoding, max, workspaceId)
        if (short && short.length <= SHORT_BYTES) return await work(short)
        const leave = await long.enter(workspaceId)
        try {
          const body =
            encoding === undefined
              ? received
              : await unpack(received, encoding, limit(max, max, share), expectedBytes(received, encoding, max))
          return await useAndFree(body, work)
        } finally {
          leave()
        }
      } finally {
        share.release()
      }
    },
    checkLong: thread.check,
    stop: thread.stop,
  }
}

/** The stream of a request fails only if its connection does. */
function throwGone(error: Error): never {
  throw error instanceof DomainError ? error : new ClientGone()
}

/** A body is longer than a short one. */
class IsLong extends Error {}

/** Stops reading a body after `upTo` bytes: with a 413 if that is its maximum, else with {@link IsLong}. */
function limit(upTo: number, max: number, share?: HeldBytes): (bytes: number) => void {
  let size = 0
  return (bytes) => {
    const before = size
    size += bytes
    if (size > upTo) throw upTo < max ? new IsLong() : tooLarge(max)
    // Short bodies are not counted: the limit of connections bounds them.
    if (size > SHORT_BYTES) share?.add(before > SHORT_BYTES ? bytes : size)
  }
}

async function useAndFree<T>(body: Buffer, work: (body: Buffer) => Promise<T>): Promise<T> {
  try {
    return await work(body)
  } finally {
    // Otherwise the thread has taken it.
    if (body.length > 0) release(body)
  }
}

function tooLarge(max: number): DomainError {
  return new HttpError(
    'PAYLOAD_TOO_LARGE',
    'too_many_bytes',
    `The body is larger than ${max} bytes. Send fewer objects in one call.`,
    {
      data: { max },
    },
  )
}

/** The memory of one request's body. */
export interface HeldBytes {
  /** @throws DomainError SERVICE_UNAVAILABLE if the workspace, or all workspaces together, are at their limit */
  add(bytes: number): void
  release(): void
}

/**
 * Counts the bytes of bodies in memory, so that many requests cannot fill it. The first request of a workspace is always accepted,
 * however much the other workspaces use.
 *
 * @returns a function that starts counting for one request of a workspace
 */
export function createBodyMemory({
  perWorkspace,
  total,
}: {
  perWorkspace: number
  total: number
}): (workspaceId: string) => HeldBytes {
  const held = createCounts()
  let all = 0
  return (workspaceId) => {
    let own = 0
    const change = (bytes: number) => {
      own += bytes
      all += bytes
      held.add(workspaceId, bytes)
    }
    return {
      add: (bytes) => {
        const ofWorkspace = held.get(workspaceId)
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

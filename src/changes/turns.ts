import { DomainError } from '../lib/errors.ts'
import {
  batchOf,
  countFailure,
  newestNumber,
  nextUnread,
  placeOf,
  skipChange,
  startReading,
  type Unread,
} from './places.ts'
import type { Change, ReaderServices, Reading, StoredReader } from './readers.ts'

/** A change that failed so often is left out. */
const MOST_FAILURES = 5
/** A reader that is so many changes behind begins from nothing. */
const MOST_BEHIND = 1_000_000

/** What is left for a reader in a workspace. `not yet`: it can't read now. */
type Left = 'nothing' | 'more' | 'failed' | 'not yet'

/** A started reader. */
interface Started {
  services: ReaderServices
  reader: StoredReader
  reading: Reading
  /** Called when the reader needs fewer changes of a workspace than before. */
  onPassed: (workspaceId: string) => void
}

/** The turns of a reader: each does the next changes of one workspace. */
export interface ReaderTurns {
  take(workspaceId: string, signal: AbortSignal): Promise<Left>
  /** The number up to which the reader needs no change of a workspace any longer. */
  passedOf(workspaceId: string): Promise<number>
}

export function createTurns(started: Started): ReaderTurns {
  const { services, reader } = started
  const memory = createMemory(started.onPassed)
  return {
    take: async (workspaceId, signal) => {
      try {
        return await take(started, memory, workspaceId, signal)
      } catch (error) {
        const { message } = error as Error
        if (!signal.aborted)
          services.log.error('Changes could not be read; trying again', {
            reader: reader.name,
            workspaceId,
            error: message,
          })
        return 'failed'
      }
    },
    passedOf: async (workspaceId) =>
      (await isUnwanted(started, workspaceId)) ? Number.POSITIVE_INFINITY : memory.passedOf(workspaceId),
  }
}

/** What this process remembers of a reader, by workspace. */
interface Memory {
  /** All changes up to this number are done, or not for the reader. */
  passedOf(workspaceId: string): number
  pass(workspaceId: string, number: number): void
  /** One of the changes up to this number has failed: they are done one by one. */
  suspect(workspaceId: string, number: number): void
  isSuspect(workspaceId: string): boolean
}

function createMemory(onPassed: (workspaceId: string) => void): Memory {
  const passed = new Map<string, number>()
  const suspects = new Map<string, number>()
  return {
    passedOf: (id) => passed.get(id) ?? 0,
    pass: (id, number) => {
      passed.set(id, number)
      if (number >= (suspects.get(id) ?? 0)) suspects.delete(id)
      onPassed(id)
    },
    suspect: (id, number) => suspects.set(id, Math.max(number, suspects.get(id) ?? 0)),
    isSuspect: (id) => suspects.has(id),
  }
}

async function isUnwanted({ reader, services }: Started, workspaceId: string): Promise<boolean> {
  return reader.isWanted !== undefined && !(await reader.isWanted(services.store.read, workspaceId))
}

async function take(started: Started, memory: Memory, workspaceId: string, signal: AbortSignal): Promise<Left> {
  const { reader, reading } = started
  const { read } = started.services.store
  if (await isUnwanted(started, workspaceId)) return 'nothing'
  if (reading.isReady && !(await reading.isReady(read, workspaceId))) return 'not yet'
  // Before the look: what comes after it is for the next one.
  const newest = await newestNumber(read, workspaceId)
  const limits = { ...reading.limits, passed: memory.passedOf(workspaceId) }
  const unread = await nextUnread(read, reader, workspaceId, limits)
  const [first] = unread?.changes ?? []
  if (!unread || !first) {
    memory.pass(workspaceId, newest)
    return 'nothing'
  }
  const last = unread.changes.at(-1)?.number ?? 0
  if (unread.place.failures > 0 && !memory.isSuspect(workspaceId)) memory.suspect(workspaceId, last)
  const isAlone = memory.isSuspect(workspaceId)
  if (newest - first.number >= MOST_BEHIND) await rebuild(started, memory, workspaceId)
  else if (unread.place.failures >= MOST_FAILURES) await skip(started, memory, workspaceId, first)
  else {
    await run(started, memory, workspaceId, isAlone ? { ...unread, changes: [first] } : unread, signal)
    if (!isAlone && !unread.isCut) memory.pass(workspaceId, Math.max(newest, last))
  }
  return isAlone || unread.isCut ? 'more' : 'nothing'
}

/** A crash counts as no failure: whatever ends servers again and again, their readers leave nothing out because of it. */
async function run(
  { services, reader, reading }: Started,
  memory: Memory,
  workspaceId: string,
  unread: Unread,
  signal: AbortSignal,
): Promise<void> {
  const last = unread.changes.at(-1)?.number ?? 0
  try {
    await reading.do(batchOf(reader, workspaceId, unread), signal)
  } catch (error) {
    if (!signal.aborted && !isUnavailable(error)) {
      memory.suspect(workspaceId, last)
      await services.store.writeInBackground((tx) => countFailure(tx, reader.name, workspaceId))
    }
    throw error
  }
  memory.pass(workspaceId, last)
}

async function skip(
  { services: { store, clock, log }, reader: { name } }: Started,
  memory: Memory,
  workspaceId: string,
  { number, kind }: Change,
): Promise<void> {
  log.error('A change was left out, since it has failed five times', { reader: name, workspaceId, number, kind })
  const skipped = { workspaceId, number, now: clock.now() }
  await store.writeInBackground((tx) => skipChange(tx, name, skipped))
  memory.pass(workspaceId, number)
}

async function rebuild(
  { services: { store, clock, log }, reader, reading }: Started,
  memory: Memory,
  workspaceId: string,
): Promise<void> {
  log.info('Too many changes are waiting: a reader starts over', { reader: reader.name, workspaceId })
  await store.writeInBackground(async (tx) => {
    await reading.rebuild(tx, workspaceId, clock.now())
    await startReading(tx, reader, workspaceId)
  })
  memory.pass(workspaceId, (await placeOf(store.read, reader.name, workspaceId)).number)
}

/** The database can't be written or read at the moment, which is not because of the change. */
function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE'
}

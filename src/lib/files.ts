import { closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DomainError } from './errors.ts'

/** Bytes of a file; 0 if it is missing. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Creates an empty file that only its owner can read. @throws if the file exists */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

/** Renames a finished file in one step, which survives a power cut. */
export function moveDurably(from: string, to: string): void {
  sync(from, 'r+')
  renameSync(from, to)
  syncFolder(dirname(to))
}

/** Writes the names in a folder to disk. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const FULL = 'the disk is full; make room, or choose another disk'
const DENIED = 'permission denied; make the folder writable for this user'
const PROBLEMS: Record<string, string> = {
  ENOSPC: FULL,
  SQLITE_FULL: FULL,
  ENOENT: 'the folder does not exist; create it first',
  ENOTDIR: 'it is a file; name a folder',
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: 'the file system is read-only; choose another folder',
  EPIPE: 'the program that reads the output ended too early',
}

/** Why a file or folder could not be written, and what to do, as the end of a sentence. */
export function fileProblem(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string }
  return PROBLEMS[code] ?? message
}

/** A handler that rethrows errors, those of the file system as DomainErrors. @param attempt the start of the message: `cannot write x` */
export function explain(attempt: string): (error: Error & { code?: string }) => never {
  return (error) => {
    const problem = PROBLEMS[error.code ?? '']
    throw problem ? new DomainError('SERVICE_UNAVAILABLE', 'cannot_write', `${attempt}: ${problem}`, {}, error) : error
  }
}

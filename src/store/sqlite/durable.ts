import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes an empty file that its owner alone can read. @throws when there is one of that name */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

/** Gives a finished file its final name, in one step that holds against a power cut. */
export function moveDurably(from: string, to: string): void {
  sync(from, 'r+')
  renameSync(from, to)
  syncFolder(dirname(to))
}

/** Puts the names in a folder on disk. Windows has no such call, and needs none. */
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
  ENOTDIR: 'that is a file; name a folder',
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: 'the file system is read-only; choose another folder',
  EPIPE: 'the program that reads it ended before it had all of it',
}

/** Why a file or folder could not be written and what to do, as the end of a sentence. */
export function fileProblem(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string }
  return PROBLEMS[code] ?? message
}

/** A handler that turns errors of the file system into sentences. @param attempt what was tried: `cannot write x` */
export function explain(attempt: string): (error: Error & { code?: string }) => never {
  return (error) => {
    const problem = PROBLEMS[error.code ?? '']
    throw problem ? new Error(`${attempt}: ${problem}`, { cause: error }) : error
  }
}

import { readFileSync } from 'node:fs'

const PROBLEMS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
}

/** Why a file can't be read, as the end of a sentence. */
export function readingProblem(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return PROBLEMS[code] ?? message
}

/** The text of a file. @throws Error with the name of the file and why it can't be read */
export function readNamedFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`cannot read ${file}: ${readingProblem(error)}`, { cause: error })
  }
}

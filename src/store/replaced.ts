import { statSync } from 'node:fs'

/** What tells a file from every other, also from one that has its name later. */
export function identityOf(file: string): string {
  const { dev, ino } = statSync(file, { bigint: true })
  return `${dev}:${ino}`
}

/**
 * Remembers which file a name stands for. A process may open a database in the moment in which a restore puts another under
 * its name; it would go on with the old one, and write its log beside the new one.
 *
 * @returns a check to be made once the opened file is locked, after which no restore can come between; it throws where one did,
 *   and else returns the file's identity
 */
export function watchForReplacement(file: string): () => string {
  const opened = identityOf(file)
  return () => {
    if (identityOf(file) !== opened) throw new Error('a restore has just replaced it; try again')
    return opened
  }
}

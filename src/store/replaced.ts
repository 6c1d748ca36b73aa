import { statSync } from 'node:fs'

/**
 * Remembers which file a name stands for. A process may open a database in the moment in which a restore puts another under
 * its name; it would go on with the old one, and write its log beside the new one.
 *
 * @returns a check to be made once the opened file is locked, after which no restore can come between; it throws where one did
 */
export function watchForReplacement(file: string): () => void {
  const identity = () => {
    const { dev, ino } = statSync(file, { bigint: true })
    return `${dev}:${ino}`
  }
  const opened = identity()
  return () => {
    if (identity() !== opened) throw new Error('a restore has just replaced it; try again')
  }
}

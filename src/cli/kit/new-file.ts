import { open, rm } from 'node:fs/promises'
import { showMeanwhile } from './output.ts'

/**
 * Writes a file that did not exist. Only the user who runs the command may read it: not every user of the machine may know what is in it.
 *
 * @param parts called with the file open; each part is written before the next one is made
 * @throws Error if the file exists, or a part fails: then no file is left, since the beginning of a list looks like a whole one
 */
export async function writeNewFile(
  file: string,
  parts: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const target = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${file} already exists. Name a file that does not exist.`) : error
  })
  try {
    await parts((text) => target.writeFile(text))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    showMeanwhile(undefined)
    await target.close()
  }
}

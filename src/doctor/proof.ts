import { hash } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { random160 } from '../lib/ids.ts'
import { fileBehind } from '../store/engine.ts'

/** An empty file beside the database shows the running server that the token comes from a process with access to it. */
function fileOf(database: string, token: string): string {
  return `${fileBehind(database)}-doctor-${hash('sha256', token)}`
}

/** Whether {@link withProof} is working with the token at this moment. */
export function isProven(database: string, token: string): boolean {
  return existsSync(fileOf(database, token))
}

/** Calls `work` with a token that the running server of the database accepts meanwhile. @throws Error of the file system */
export async function withProof<T>(database: string, work: (token: string) => Promise<T>): Promise<T> {
  const token = random160()
  const file = fileOf(database, token)
  const remove = () => rmSync(file, { force: true })
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  process.once('exit', remove)
  try {
    return await work(token)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

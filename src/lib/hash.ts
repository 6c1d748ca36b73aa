import { createHash } from 'node:crypto'

/** The hash of a text of one workspace, for counting what is not stored itself. Texts of different workspaces have different hashes. */
export function keyedHash(workspaceId: string, text: string): string {
  return createHash('sha256').update(`${workspaceId} ${text}`).digest('base64url')
}

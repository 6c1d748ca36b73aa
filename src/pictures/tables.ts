import type { WorkspaceTable } from '../access/workspace-data.ts'

/** A job overwrites the erased ones. */
const OF_WORKSPACE = `workspace_id = ? AND state <> 'erased'`

/** Tables of pictures. */
export const pictureTables: WorkspaceTable[] = [
  {
    table: 'picture_parts',
    key: ['picture_id', 'number'],
    of: `picture_id IN (SELECT id FROM pictures WHERE ${OF_WORKSPACE})`,
    long: 'bytes',
    exported: {
      file: 'picture-parts',
      columns: 'picture_id AS "pictureId", number, bytes AS content',
      show: ({ pictureId, number, content }) => ({
        pictureId,
        number,
        content: Buffer.from(content as Uint8Array).toString('base64'),
      }),
    },
  },
  {
    table: 'pictures',
    key: ['id'],
    of: OF_WORKSPACE,
    exported: {
      file: 'pictures',
      columns: `id, state, sender, member_id AS "memberId", conversation_id AS "conversationId", entry_id AS "entryId", type, width, height, bytes AS length,
        created_at AS "createdAt"`,
    },
  },
]

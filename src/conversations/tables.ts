import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import { toIso } from '../lib/time.ts'
import { MESSAGE_TABLE } from '../store/text-index.ts'
import { type Notice, noticeText } from './notices.ts'

const OF_CONVERSATIONS = 'conversation_id IN (SELECT id FROM conversations WHERE workspace_id = ?)'

/** Tables of conversations. */
export const conversationTables: WorkspaceTable[] = [
  {
    table: MESSAGE_TABLE,
    key: ['rowid'],
    of: `rowid IN (SELECT word_row FROM messages WHERE ${OF_CONVERSATIONS})`,
  },
  {
    table: 'messages',
    key: ['conversation_id', 'id'],
    of: OF_CONVERSATIONS,
    long: 'text',
    exported: {
      file: 'messages',
      columns:
        'id, conversation_id AS "conversationId", author, author_name AS "authorName", text, sent_at AS "sentAt", choices, notice, cards',
      // A notice has its text only when it is shown.
      show: ({ notice, text, ...row }) => ({
        ...row,
        text: notice === null ? text : noticeText(JSON.parse(String(notice)) as Notice),
      }),
    },
  },
  {
    table: 'conversation_modes',
    key: ['conversation_id', 'id'],
    of: OF_CONVERSATIONS,
    exported: {
      file: 'conversation-modes',
      columns: 'id, conversation_id AS "conversationId", mode, agent_name AS "agentName", at, reason',
    },
  },
  {
    table: 'conversation_acts',
    key: ['conversation_id', 'id'],
    of: OF_CONVERSATIONS,
    exported: {
      file: 'conversation-acts',
      columns: 'id, conversation_id AS "conversationId", act, agent_name AS "agentName", text, until, at',
      show: (row) => ({ ...shownRow(row), until: row.until === null ? null : toIso(Number(row.until)) }),
    },
  },
  {
    table: 'conversation_tags',
    key: ['conversation_id', 'tag'],
    exported: { file: 'conversation-tags', columns: 'conversation_id AS "conversationId", tag' },
  },
  {
    table: 'conversation_notes',
    key: ['conversation_id', 'id'],
    of: OF_CONVERSATIONS,
    long: 'text',
    exported: {
      file: 'conversation-notes',
      columns: 'id, conversation_id AS "conversationId", author_name AS "authorName", text, at',
    },
  },
  {
    table: 'conversation_ratings',
    key: ['conversation_id'],
    exported: {
      file: 'conversation-ratings',
      columns: 'conversation_id AS "conversationId", rating, text, rated_at AS "ratedAt"',
    },
  },
  { table: 'conversation_reads', key: ['conversation_id', 'member_id'] },
  {
    table: 'saved_replies',
    key: ['id'],
    long: 'text',
    exported: {
      file: 'saved-replies',
      columns: 'id, title, text, updated_by AS "updatedBy", updated_at AS "updatedAt"',
    },
  },
  {
    table: 'conversations',
    key: ['id'],
    hasJobs: true,
    exported: {
      file: 'conversations',
      columns: `id, customer_id AS "customerId", trial, created_at AS "createdAt", mode, hand_over_reason AS "handOverReason", summary, follows,
        assignee, snoozed_until AS "snoozedUntil", close_reason AS "closeReason"`,
      show: ({ snoozedUntil, ...row }) => ({
        ...shownRow(row),
        trial: row.trial === 1,
        snoozedUntil: snoozedUntil === null ? null : toIso(Number(snoozedUntil)),
      }),
    },
  },
]

import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import { hashedStems, readWords } from './keep-questions.ts'
import { areAlike, grouped } from './likeness.ts'

/** Most questions that are read, the newest ones: more are too many to write articles for. */
const MOST_READ = 1_000
/** Most groups that are shown. */
export const MOST_GROUPS = 50
/** Most kinds of question of a workspace that are not theirs; then the oldest is forgotten. */
const MOST_NOT_OURS = 500

/** Questions that are alike. */
export interface QuestionGroup {
  /** The id of the newest one. */
  id: string
  /** The newest wording, without personal data. */
  wording: string
  count: number
  /** The chat of the newest one. */
  conversationId: string
  /** When it was asked: epoch milliseconds. */
  at: number
}

interface Question extends Omit<QuestionGroup, 'count'> {}

/** Which questions: of these days, and whether those that are not the shop's. */
interface Asked {
  workspaceId: string
  from: string
  to: string
  notOurs: boolean
}

function read(reader: Reader, { workspaceId, from, to, notOurs }: Asked): Promise<Question[]> {
  return reader.all<Question>(
    `SELECT id, wording, conversation_id AS "conversationId", at FROM report_questions
     WHERE workspace_id = ? AND day BETWEEN ? AND ? AND not_ours = ? ORDER BY day DESC, id DESC LIMIT ?`,
    workspaceId,
    from,
    to,
    notOurs ? 1 : 0,
    MOST_READ,
  )
}

const wordingOf = ({ wording }: Question) => wording

/** The questions of some days to which the assistant had no answer, grouped by likeness, the most frequent first. */
export async function questionGroups(reader: Reader, asked: Asked): Promise<QuestionGroup[]> {
  const groups = grouped(await read(reader, asked), wordingOf)
  return groups.slice(0, MOST_GROUPS).flatMap((group) => (group[0] ? [{ ...group[0], count: group.length }] : []))
}

/** Before and after all days. */
const ALL = { from: '', to: '~' }

/**
 * Notes that a question and those like it are not the shop's to answer, or that they are: also questions that come later.
 *
 * @throws DomainError FORBIDDEN; NOT_FOUND for a question that is not kept (any longer)
 */
export async function decideQuestion(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, notOurs }: { workspaceId: string; id: string; notOurs: boolean },
  now: number,
): Promise<void> {
  requireManager(actor)
  const question = await tx.get<Question>(
    'SELECT id, wording, conversation_id AS "conversationId", at FROM report_questions WHERE workspace_id = ? AND id = ?',
    workspaceId,
    id,
  )
  if (!question)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_question',
      'This question is not kept any longer. Read the report again.',
    )
  const others = await read(tx, { workspaceId, ...ALL, notOurs: !notOurs })
  const alike = grouped(others, wordingOf).find((group) => group.some((one) => one.id === id)) ?? [question]
  await tx.many(
    'UPDATE report_questions SET not_ours = ? WHERE workspace_id = ? AND id = ?',
    alike.map((one) => [notOurs ? 1 : 0, workspaceId, one.id]),
  )
  const words = hashedStems(workspaceId, question.wording)
  if (notOurs) await noteNotOurs(tx, { workspaceId, question, words }, now)
  else await forgetNotOurs(tx, workspaceId, words)
  const action = notOurs ? 'question.not_ours' : 'question.ours'
  await audit(tx, { workspaceId, actor, action, target: id, details: { questions: alike.length }, at: now })
}

async function noteNotOurs(
  tx: Tx,
  { workspaceId, question, words }: { workspaceId: string; question: Question; words: Map<string, number> },
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO report_not_ours (workspace_id, id, conversation_id, words, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, id) DO NOTHING`,
    workspaceId,
    question.id,
    question.conversationId,
    JSON.stringify([...words]),
    now,
  )
  await tx.run(
    `DELETE FROM report_not_ours WHERE workspace_id = ? AND id IN (
       SELECT id FROM report_not_ours WHERE workspace_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    workspaceId,
    workspaceId,
    MOST_NOT_OURS,
  )
}

async function forgetNotOurs(tx: Tx, workspaceId: string, words: Map<string, number>): Promise<void> {
  const rows = await tx.all<{ id: string; words: string }>(
    'SELECT id, words FROM report_not_ours WHERE workspace_id = ?',
    workspaceId,
  )
  const like = rows.filter((row) => areAlike(words, readWords(row.words)))
  await tx.many(
    'DELETE FROM report_not_ours WHERE workspace_id = ? AND id = ?',
    like.map((row) => [workspaceId, row.id]),
  )
}

import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { Hooks } from '../http/hooks.ts'
import { conflict } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import type { Tx } from '../store/store.ts'
import { getObject, type ShownObject } from './find/read.ts'
import { preparePushed } from './prepare.ts'
import { push } from './push.ts'
import { articles } from './types/article.ts'

/** The beginning of the ids of articles that people write here, beside those that a shop pushes. */
export const WRITTEN_HERE = 'written'

/** A help page as a person writes it; null clears a field. */
export interface WrittenArticle {
  title: string
  body: string
  language: string | null
  topic: string | null
  url: string | null
  callPerson: boolean
  status: string
}

interface Writing {
  workspaceId: string
  /** Null for a new article. */
  id: string | null
  /** The `updatedAt` of the article that the person has changed; null for a new one. */
  seen: string | null
  article: WrittenArticle
}

/**
 * Stores an article that a person has written, like a push of it.
 *
 * @throws DomainError FORBIDDEN; CONFLICT if the article has changed since it was read; PAYLOAD_TOO_LARGE
 */
export async function writeArticle(
  tx: Tx,
  { actor, hooks }: { actor: Actor; hooks: Hooks },
  { workspaceId, id: given, seen, article }: Writing,
  now: number,
): Promise<ShownObject> {
  requireManager(actor)
  const id = given ?? newId(WRITTEN_HERE)
  const stored = await getObject(tx, articles, workspaceId, id)
  if ((stored?.updatedAt ?? null) !== seen)
    throw conflict(
      'article_changed',
      'The article has changed since you opened it. Copy your text, open the article again, and change it there.',
    )
  // Later than the stored copy, also if the shop's clock is ahead.
  const updatedAt = stored ? Math.max(now, Date.parse(stored.updatedAt) + 1) : now
  const prepared = preparePushed(articles, { id, updatedAt, ...article }, 0)
  await push(tx, { resource: articles, workspaceId, hooks }, [prepared], now)
  await audit(tx, { workspaceId, actor, action: 'article.written', target: id, at: now })
  const written = await getObject(tx, articles, workspaceId, id)
  if (!written) throw new Error('an article is missing right after it was written')
  return written
}

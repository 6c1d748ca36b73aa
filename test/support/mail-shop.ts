import type { TestContext } from 'node:test'
import { joinFeatures } from '../../src/http/feature.ts'
import type { Letter, MailEnd, MailKind } from '../../src/http/mail-kind.ts'
import type { MailRecord } from '../../src/mail/mails.ts'
import { RECORD } from '../../src/mail/mails.ts'
import { type NewMail, queueMail } from '../../src/mail/queue.ts'
import { features, type Needed } from '../../src/serve/features.ts'
import { type Api, type ServerOptions, startServer } from './server.ts'
import { until } from './until.ts'

/*
 * A server with a kind of mail of a test's own, which says what the test wants.
 */

export const TEST_KIND = 'of_test'

export interface MailShop {
  api: Api
  /** Queues a mail of the test's kind in a transaction of its own. @returns its id */
  queue(mail?: Partial<NewMail>): Promise<string | null>
  look(id: string | null): Promise<MailRecord>
  /** Waits until a mail has a state. */
  reaches(id: string | null, state: string): Promise<MailRecord>
  /** What the queue reported about the ends of mails. */
  ends: { id: string; end: MailEnd }[]
}

const letter: Letter = {
  ...{ fromName: null, from: null, replyTo: null, html: null, unsubscribe: null },
  subject: 'Hello',
  text: 'A text.\n',
}

export async function startMailShop(
  t: TestContext,
  {
    compose = async () => ({}),
    validMs = 24 * 3_600_000,
    ...options
  }: ServerOptions & {
    compose?: (...input: Parameters<MailKind['compose']>) => Promise<Partial<Letter> | null>
    validMs?: number
  },
): Promise<MailShop> {
  const ends: MailShop['ends'] = []
  const kind: MailKind = {
    name: TEST_KIND,
    validMs,
    compose: async (...input) => {
      const own = await compose(...input)
      return own && { ...letter, ...own }
    },
    ended: async (_tx, { id }, end) => void ends.push({ id, end }),
  }
  const all = joinFeatures<Needed>([...Object.values(features), { mails: () => [kind] }])
  const api = await startServer(t, { features: all, ...options })
  const { store, clock, workspaceId, wake } = api
  const look = async (id: string | null) => {
    const row = await store.read.get<MailRecord>(`SELECT ${RECORD} FROM mails WHERE id = ?`, id)
    if (!row) throw new Error(`there is no mail ${id}`)
    return row
  }
  return {
    api,
    ends,
    look,
    queue: async (mail = {}) => {
      const usual = { kind: TEST_KIND, workspaceId, to: 'ada@example.com', about: 'it' }
      const id = await store.write((tx) => queueMail(tx, { ...usual, ...mail }, clock.now()))
      wake()
      return id
    },
    reaches: async (id, state) => {
      await until(async () => (await look(id)).state === state)
      return look(id)
    },
  }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Answer, type ConversationState, newConversation } from '../../src/assistant/answer.ts'
import { answer } from '../../src/assistant/plan.ts'
import { startTrial, type TriedAnswer } from '../../src/assistant/trial.ts'
import type { Job } from '../../src/jobs/jobs.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import type { Clock } from '../../src/lib/time.ts'
import { pushSampleShop } from '../../src/sample-shop/objects.ts'
import { NOW } from '../../src/sample-shop/repeatable.ts'
import { searchFillHandler } from '../../src/search/fill-job.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type Catalogs, readCatalog } from '../../src/tools/catalog.ts'
import { trialDesk } from '../../src/tools/refund-desk.ts'
import { type AssistantSettings, defaultAssistantSettings } from '../../src/tools/settings.ts'
import { addWorkspace, contentOf, tempFolder, testClock } from './server.ts'

/** A database with the sample shop, and conversations with its assistant. */
export interface AskedShop {
  file: string
  store: Store
  workspaceId: string
  /** Starts a conversation with a customer, or with a guest for null; says its messages and returns the last answer. */
  ask(customerId: string | null, ...messages: string[]): Promise<TriedAnswer>
}

/** The time of the sample shop: its newest events are just over. */
export const SHOP_TIME = NOW

/** Databases with the sample shop and without, each made by the first test that needs it: a copy takes a fifth of the time. */
const made = new Map<boolean, { content: Buffer; workspaceId: string }>()

async function makeShop(store: Store, seeded: boolean, clock: Clock): Promise<string> {
  const { workspaceId } = await addWorkspace(store, 'shop', clock)
  if (seeded) await store.write((tx) => pushSampleShop(tx, { workspaceId, hooks, server: null }, clock.now()))
  await indexAll(store, 'articles')
  return workspaceId
}

export async function sampleAssistant(t: TestContext, { seeded = true } = {}): Promise<AskedShop> {
  const file = join(await tempFolder(t), 'shop.db')
  const clock = testClock(SHOP_TIME)
  const before = made.get(seeded)
  if (before) await writeFile(file, before.content, { mode: 0o600 })
  const store = await openStore(file, { create: true, disposable: true })
  t.after(() => store.close())
  const workspaceId = before?.workspaceId ?? (await makeShop(store, seeded, clock))
  if (!before) made.set(seeded, { content: contentOf(file), workspaceId })
  return {
    file,
    store,
    workspaceId,
    ask: async (customerId, ...messages) => {
      const trial = await startTrial(store, { workspaceId, customerId, now: clock.now })
      let last: TriedAnswer | undefined
      for (const message of messages) last = await trial.say(message)
      if (!last) throw new Error('nothing was asked')
      return last
    },
  }
}

/** Indexes all objects of a type, as the jobs of a server do. */
export async function indexAll(store: Store, resource: string): Promise<void> {
  await store.write((tx) =>
    tx.run(`INSERT OR REPLACE INTO search_fills (resource, workspace_id, id) VALUES (?, '', '')`, resource),
  )
  await searchFillHandler(store).run({ subject: resource } as Job, async () => {}, new AbortController().signal)
}

/** Guests may guess as often as they like. */
export const unlimited = { mayTry: async () => true }

/** Answers single messages of customers and guests, quickly: the titles of the products are read once, unless `catalogs` are given. */
export async function createAsker(
  { store: { read }, workspaceId }: Pick<AskedShop, 'store' | 'workspaceId'>,
  settings: Partial<AssistantSettings> = {},
  catalogs?: Catalogs,
): Promise<
  (customerId: string | null, message: string, state?: ConversationState, locale?: string) => Promise<Answer>
> {
  const catalog = await readCatalog(read, workspaceId)
  const now = () => SHOP_TIME
  const desk = trialDesk(read, now)
  return async (customerId, message, state = newConversation, locale) => {
    const asker = { workspaceId, customerId, provenOrders: new Set<string>() }
    const all = { ...defaultAssistantSettings, ...settings }
    return answer(
      {
        ...{ read, now: now(), asker, settings: all, desk, guests: unlimited, onCall: () => {}, pause: nextTurn },
        catalog: (await catalogs?.of(workspaceId, message)) ?? catalog,
      },
      state,
      { text: message, locale: locale ?? null },
    )
  }
}

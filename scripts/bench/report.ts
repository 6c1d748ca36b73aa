// npm run bench:report: what the report costs with a year of many chats: counting them from nothing, and reading what the page shows.
//
//   -- --chats 200000

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { dayIn } from '../../src/lib/days.ts'
import { newOrderedId } from '../../src/lib/ids.ts'
import { DAY_MS, systemClock } from '../../src/lib/time.ts'
import { readReport } from '../../src/report/figures.ts'
import { questionGroups } from '../../src/report/questions.ts'
import { ratedWords } from '../../src/report/rated-words.ts'
import { rebuildReport } from '../../src/report/rebuild.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { SqlValue, Store } from '../../src/store/store.ts'
import { median } from './load.ts'

const { values } = parseArgs({ options: { chats: { type: 'string', default: '200000' } } })
const CHATS = Number(values.chats)
const DAYS = 365
const ROUNDS = 20
/** Chats of one transaction. */
const AT_ONCE = 2_000
const owner = { name: 'bench', origin: 'cli', role: 'owner', isOperator: true } as const
const TOPICS = ['order_status', 'tracking', 'return_how', 'stock', 'shipping_info', 'policy', 'unclear']
const ASKED = ['Where is my parcel?', 'Do you repair moth holes?', 'Is it mulesing free?', 'Do you gift wrap orders?']

/** Chats of a year; a third of them with people, a third rated, every seventh without an answer. */
async function fill(store: Store, workspaceId: string, now: number): Promise<void> {
  for (let from = 0; from < CHATS; from += AT_ONCE)
    await store.write(async (tx) => {
      const rows: Record<'chats' | 'messages' | 'modes' | 'turns' | 'ratings', SqlValue[][]> = {
        ...{ chats: [], messages: [], modes: [], turns: [], ratings: [] },
      }
      for (let index = from; index < Math.min(from + AT_ONCE, CHATS); index++) {
        const at = now - DAYS * DAY_MS + Math.floor((index * DAYS * DAY_MS) / CHATS)
        const id = newOrderedId('conv', at)
        const [asked, answer, mode] = [
          newOrderedId('msg', at),
          newOrderedId('msg', at + 1),
          newOrderedId('mod', at + 2),
        ]
        const isByPeople = index % 3 === 0
        const topic = TOPICS[index % TOPICS.length] ?? ''
        rows.chats.push([id, workspaceId, `c${index % 5_000}`, at, isByPeople ? 'human' : null, dayIn('UTC', at)])
        rows.messages.push([asked, id, 'customer', `${ASKED[index % ASKED.length]} ${index % 97}`, at])
        rows.messages.push([answer, id, 'assistant', 'It is on its way.', at + 1])
        if (isByPeople) rows.modes.push([mode, id, 'waiting', at + 2])
        const verdict = isByPeople ? 'handed_over' : 'answered'
        const commands = JSON.stringify([{ name: topic, kind: null }])
        rows.turns.push([newOrderedId('turn', at), id, asked, answer, commands, '[]', verdict, at + 1])
        if (index % 3 === 1) rows.ratings.push([id, workspaceId, index % 4 === 0 ? 'bad' : 'good', 'Thanks', at + 3])
      }
      await tx.many(
        `INSERT INTO conversations (id, workspace_id, customer_id, trial, created_at, mode, hand_over_reason, day)
         VALUES (?, ?, ?, 0, ?, 'closed', ?, ?)`,
        rows.chats,
      )
      await tx.many(
        'INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES (?, ?, ?, ?, ?)',
        rows.messages,
      )
      await tx.many('INSERT INTO conversation_modes (id, conversation_id, mode, at) VALUES (?, ?, ?, ?)', rows.modes)
      await tx.many(
        `INSERT INTO assistant_turns (id, conversation_id, upto_message_id, message_id, engine, language, commands, facts, verdict, created_at)
         VALUES (?, ?, ?, ?, 'rules', 'en', ?, ?, ?, ?)`,
        rows.turns,
      )
      await tx.many('INSERT INTO conversation_ratings VALUES (?, ?, ?, ?, ?)', rows.ratings)
    })
}

/** Milliseconds of processor time of the main thread. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return median(times)
}

const folder = mkdtempSync(join(tmpdir(), 'storewire-bench-report-'))
try {
  const store = await openStore(join(folder, 'bench.db'), { create: true })
  const now = systemClock.now()
  const { id: workspaceId } = await store.write(async (tx) => {
    const made = await createWorkspace(tx, owner, { name: 'bench', plan: 'scale', test: false }, now)
    await changeAssistantSettings(tx, owner, { workspaceId: made.id, change: { keepTurnsDays: 800 } }, now)
    return made
  })
  await fill(store, workspaceId, now)
  const begun = performance.now()
  const { days } = await rebuildReport({ store, clock: systemClock }, workspaceId)
  const seconds = (performance.now() - begun) / 1_000
  console.log(`${CHATS} chats of ${days} days counted from nothing in ${seconds.toFixed(1)} s`)
  for (const period of [7, 30, 90]) {
    const page = await cpuOf(async () => {
      const { from, to } = await readReport(store.read, workspaceId, period, now)
      await ratedWords(store.read, workspaceId, period, now)
      await questionGroups(store.read, { workspaceId, from, to, notOurs: false })
    })
    console.log(`the page of ${period} days: ${page.toFixed(1)} ms of one core`)
  }
  await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeZone } from '../../src/access/workspaces.ts'
import { commandNames, courtesies as known } from '../../src/assistant/commands/list.ts'
import { getConversation } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { changeMode } from '../../src/conversations/modes.ts'
import { rateConversation } from '../../src/conversations/ratings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time.ts'
import { closeConversation } from '../../src/refunds/end-waiting.ts'
import { rebuildReport } from '../../src/report/rebuild.ts'
import { courtesies, namedCommands } from '../../src/report/turns.ts'
import type { Store } from '../../src/store/store.ts'
import { followConversation } from '../../src/widget/sessions.ts'
import { type Chats, startChats } from '../support/chats.ts'
import { commandRunner } from '../support/commands.ts'
import { allMeasures, counted, report } from '../support/report.ts'
import { owner, type ServerOptions, startServer, testClock } from '../support/server.ts'
import { agent } from '../support/shop.ts'

/** A shop with an order of customer `c1` that a parcel has left with. */
async function start(t: TestContext, options: ServerOptions = {}) {
  const chats = await startChats(t, {}, options)
  const { api, open, say } = chats
  const { store, clock, workspaceId } = api
  const asks = async (text: string, customerId?: string) => {
    const id = await open(customerId)
    await say(id, text)
    return id
  }
  return {
    ...chats,
    asks,
    replies: (id: string) =>
      store.write((tx) => reply(tx, agent, { workspaceId, id, text: 'Here I am', agentName: 'Ann' }, clock.now())),
    closes: (id: string) => store.write((tx) => closeConversation(tx, agent, { workspaceId, id }, clock.now())),
    rates: (id: string, rating: 'good' | 'bad') =>
      store.write((tx) => rateConversation(tx, { workspaceId, id, rating, text: null }, clock.now())),
  }
}

const resolvedOf = async ({ api }: Pick<Chats, 'api'>) => (await report(api)).now.resolved

test('a chat is resolved without people 24 hours after its last message, if the strict rule says so', async (t) => {
  const shop = await start(t)
  const { api, asks, say, closes, rates } = shop
  const { clock } = api
  await asks('What is in order o1?', 'c1')
  assert.deepEqual(await resolvedOf(shop), { count: 0, of: 0 }, 'not yet known')
  clock.advance(DAY_MS)
  assert.deepEqual(await resolvedOf(shop), { count: 1, of: 1 })

  const again = await asks('What is in order o1?', 'c2')
  await say(again, 'What is in order o1?')
  clock.advance(DAY_MS)
  assert.deepEqual(await resolvedOf(shop), { count: 1, of: 2 }, 'asked the same again')

  const later = await asks('What is in order o1?', 'c3')
  clock.advance(DAY_MS + 1)
  await say(later, 'What is in order o1?')
  clock.advance(DAY_MS)
  assert.deepEqual(await resolvedOf(shop), { count: 2, of: 3 }, 'a day later it is another matter')

  const person = await asks('I want to talk to a person', 'c4')
  await closes(person)
  assert.deepEqual(await resolvedOf(shop), { count: 2, of: 4 })

  const bad = await asks('What is in order o1?', 'c5')
  clock.advance(DAY_MS)
  assert.deepEqual(await resolvedOf(shop), { count: 3, of: 5 })
  await rates(bad, 'bad')
  assert.deepEqual(await resolvedOf(shop), { count: 2, of: 5 }, 'a later rating corrects its day')
  await rates(bad, 'good')
  assert.deepEqual(await resolvedOf(shop), { count: 3, of: 5 })

  await asks('Hello', 'c6')
  await asks('qwertz uiop', 'c7')
  clock.advance(DAY_MS)
  assert.deepEqual(await resolvedOf(shop), { count: 3, of: 7 }, 'nothing was answered')
})

test('whoever asks the same in the chat after a closed one was not helped by the first', async (t) => {
  const shop = await start(t)
  const { api, asks, closes, say } = shop
  const { store, clock, workspaceId } = api
  const first = await asks('What is in order o1?', 'c1')
  await closes(first)
  clock.advance(HOUR_MS)
  const next = await store.write(async (tx) =>
    followConversation(tx, await getConversation(tx, workspaceId, first), clock.now()),
  )
  await say(next, 'What is in order o1?')
  clock.advance(DAY_MS)
  assert.deepEqual(await resolvedOf(shop), { count: 1, of: 2 })
})

test('hand-overs, first replies and the time to close are those of people, in steps', async (t) => {
  const { api, asks, replies, closes, rates } = await start(t)
  const { clock, store, workspaceId } = api
  for (const minutes of [1, 2, 50]) {
    const id = await asks('I want to talk to a person', `c${minutes}`)
    clock.advance(minutes * MINUTE_MS)
    await replies(id)
    clock.advance(HOUR_MS)
    await closes(id)
    await rates(id, minutes === 50 ? 'bad' : 'good')
  }
  const taken = await asks('What is in order o1?', 'c9')
  await store.write((tx) => changeMode(tx, owner, { workspaceId, id: taken, mode: 'human' }, clock.now()))
  const { now, perDay } = await report(api)
  assert.deepEqual(now.firstReply, { count: 3, median: 120, p90: 3_600 })
  assert.deepEqual(now.close, { count: 3, median: 5_400, p90: 7_200 })
  assert.deepEqual(now.handOvers, [
    { name: 'human', count: 3 },
    { name: 'taken', count: 1 },
  ])
  assert.deepEqual(now.ratings, { good: 2, bad: 1 })
  assert.deepEqual([now.chats, now.people], [4, 4])
  assert.deepEqual(perDay.at(-1), { day: '2026-03-01', chats: 4, people: 4 })
  assert.ok(now.topics.some(({ name, count }) => name === 'human' && count === 3))
})

test('refunds are counted by state, reason and currency, and are compared with the days before', async (t) => {
  const { api, shop } = await start(t)
  await api.push('orders', [
    { id: 'o2', updatedAt: 1_000, customerId: 'c1', currency: 'EUR', total: 5_000, status: 'delivered' },
  ])
  await shop.start()
  assert.deepEqual((await report(api)).now.refunds, [
    { status: 'awaiting_customer', kind: 'defect', currency: 'EUR', count: 1, amount: 1_250 },
  ])
  api.clock.advance(8 * DAY_MS)
  await shop.start({ orderId: 'o2', kind: 'return' })
  const { now, before } = await report(api, 7)
  assert.deepEqual(
    now.refunds.map(({ kind, count }) => [kind, count]),
    [['return', 1]],
  )
  assert.deepEqual(
    before.refunds.map(({ kind, count }) => [kind, count]),
    [['defect', 1]],
  )
})

test('a day is that of the time zone when the chat began, whatever the zone is later', async (t) => {
  const { api, asks, rates, closes } = await start(t)
  const { store, clock, workspaceId } = api
  const zone = (name: string) => store.write((tx) => setTimeZone(tx, owner, workspaceId, name, clock.now()))
  clock.advance(Date.parse('2026-03-10T23:30:00Z') - clock.now())
  await asks('Hello', 'c1')
  await zone('Europe/Berlin')
  const second = await asks('Hello', 'c2')
  await zone('America/Los_Angeles')
  await asks('Hello', 'c3')
  await closes(second)
  await rates(second, 'good')
  await counted(api)
  const all = await allMeasures(api)
  assert.equal(all['2026-03-10 chats'], 2)
  assert.equal(all['2026-03-11 chats'], 1)
  assert.equal(all['2026-03-11 rating.good'], 1)
  assert.equal((await report(api, 1)).to, '2026-03-10')
  await assert.rejects(zone('Mars/Olympus'), { code: 'BAD_REQUEST', reason: 'time_zone' })
  await assert.rejects(
    store.write((tx) => setTimeZone(tx, agent, workspaceId, 'UTC', clock.now())),
    { code: 'FORBIDDEN' },
  )
})

test('erasing a customer leaves the counts, and a rebuild leaves such days as they are', async (t) => {
  const { api, asks } = await start(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000 }])
  await asks('What is in order o1?', 'c1')
  await asks('What is in order o1?', 'c2')
  await counted(api)
  const before = await allMeasures(api)
  await api.call('DELETE', '/customers/c1')
  await counted(api)
  assert.deepEqual(await allMeasures(api), { ...before, '2026-03-01 erased': 1 })
  api.clock.advance(DAY_MS)
  await asks('What is in order o1?', 'c3')
  await counted(api)
  const all = await allMeasures(api)
  await api.store.write((tx) => tx.run("UPDATE report_days SET value = 99 WHERE measure = 'chats'"))
  assert.deepEqual(await rebuildReport(api, api.workspaceId), { days: 1, kept: 1 })
  assert.deepEqual(await allMeasures(api), { ...all, '2026-03-01 chats': 99 })
})

test('the report is read with a secret key, and at the command line', async (t) => {
  // Commands have the time of the machine.
  const { api, asks } = await start(t, { clock: testClock(Date.now()) })
  await asks('What is in order o1?', 'c1')
  await counted(api)
  const { body, status } = await api.call('GET', '/report?days=7')
  assert.equal(status, 200)
  assert.deepEqual([body.days, body.now.chats, body.perDay.length], [7, 1, 7])
  assert.ok(
    body.measures.some(({ measure, value }: { measure: string; value: number }) => measure === 'chats' && value === 1),
  )
  assert.equal((await api.call('GET', '/report?days=0')).status, 400)
  const run = commandRunner()
  const shown = await run(['report', '--days', '7', '--db', api.file])
  assert.match(shown.stdout, /^chats +1 +0$/m)
  assert.match(shown.stdout, /Resolved without people: the assistant answered, and within 24 hours/)
  assert.match(
    (await run(['report', '--csv', '--db', api.file])).stdout,
    /^day,measure,value\n\d{4}-\d\d-\d\d,chats,1\n/,
  )
  const { measures: _, ...json } = JSON.parse((await run(['report', '--days', '7', '--json', '--db', api.file])).stdout)
  assert.equal(json.now.chats, 1)
  assert.equal(
    (await run(['report', 'rebuild', '--db', api.file])).stdout,
    'Counted again: 1 days. Kept as they were: 0.\n',
  )
  assert.deepEqual((await api.call('GET', '/report?days=7')).body.now, body.now)
})

test('the commands that the report names are those of the assistant', () => {
  assert.deepEqual(courtesies, known)
  assert.deepEqual(
    namedCommands.filter((name) => !commandNames.includes(name)),
    [],
  )
})

test('a rebuild lets calls in between after some chats of a day, and puts sums right that are not', async (t) => {
  const api = await startServer(t)
  const { store, clock, workspaceId } = api
  const ids = Array.from({ length: 120 }, (_, at) => `conv_${String(at).padStart(23, '0')}`)
  await store.write(async (tx) => {
    await tx.many(
      `INSERT INTO conversations (id, workspace_id, mode, trial, created_at, day) VALUES (?, ?, 'assistant', 0, ?, '2026-03-01')`,
      ids.map((id) => [id, workspaceId, clock.now()]),
    )
    await tx.run(`INSERT INTO report_days VALUES (?, '2026-03-01', 'chats', 7)`, workspaceId)
    await tx.run(`INSERT INTO report_days VALUES (?, '2026-03-01', 'rating.good', 7)`, workspaceId)
  })
  let transactions = 0
  const watched: Store = {
    ...store,
    writeInBackground: (work) => {
      transactions++
      return store.writeInBackground(work)
    },
  }
  assert.deepEqual(await rebuildReport({ store: watched, clock }, workspaceId), { days: 1, kept: 0 })
  assert.deepEqual(await allMeasures(api), { '2026-03-01 chats': 120 })
  assert.ok(transactions > 3, `${transactions} transactions`)
})

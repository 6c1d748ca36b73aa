import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { areAlike, grouped, stemsOf } from '../../src/report/likeness.ts'
import { decideQuestion, questionGroups } from '../../src/report/questions.ts'
import { startChats } from '../support/chats.ts'
import { fc } from '../support/properties.ts'
import { counted } from '../support/report.ts'
import { owner } from '../support/server.ts'
import { agent } from '../support/shop.ts'

const ALL = { from: '', to: '~', notOurs: false }

async function start(t: TestContext) {
  const { api, open, say } = await startChats(t)
  const { store, clock, workspaceId } = api
  const read = async (notOurs = false) => {
    await counted(api)
    return questionGroups(store.read, { workspaceId, ...ALL, notOurs })
  }
  return {
    api,
    read,
    asks: async (text: string, customerId?: string) => {
      clock.advance(60_000)
      const id = await open(customerId)
      await say(id, text)
      return id
    },
    decides: (id: string, notOurs: boolean, actor: Actor = owner) =>
      store.write((tx) => decideQuestion(tx, actor, { workspaceId, id, notOurs }, clock.now())),
    wordings: async () => (await read()).map(({ wording, count }) => [wording, count]),
  }
}

test('questions that are alike are together, others are not', () => {
  const texts = [
    'Do you repair moth holes in sweaters?',
    'Can you repair a moth hole in my sweater?',
    'Do you gift wrap orders?',
    'Wholesale prices for boutiques?',
    'Do you sell wholesale to boutiques?',
    'Can you gift wrap my order?',
    'Is your wool mulesing free?',
  ]
  assert.deepEqual(
    grouped(texts, (text) => text).map((group) => group.map((text) => texts.indexOf(text))),
    [[0, 1], [2, 5], [3, 4], [6]],
  )
})

test('a question is in the first group whose first question is like it', () => {
  const word = fc.constantFrom('do', 'you', 'repair', 'sweaters', 'wholesale', 'boutiques', 'gift', 'wrap', 'mulesing')
  const texts = fc.array(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(texts, (given) => {
      const groups: string[][] = []
      for (const text of given) {
        const group = groups.find(([first = '']) => areAlike(stemsOf(first), stemsOf(text)))
        if (group) group.push(text)
        else groups.push([text])
      }
      assert.deepEqual(
        grouped(given, (text) => text),
        groups.sort((one, other) => other.length - one.length),
      )
    }),
  )
})

test('a thousand questions that have one word in common are not compared one by one', (t) => {
  const texts = Array.from({ length: 1_000 }, (_, at) => `the ${Array.from({ length: 40 }, (_, n) => `w${at}x${n}`)}`)
  const compared = t.mock.method(Map.prototype, 'has').mock
  const groups = grouped(texts, (text) => text)
  assert.ok(compared.callCount() < 1_000, `${compared.callCount()} comparisons of words`)
  assert.equal(groups.length, 1_000)
})

test('what the assistant did not understand, or no article answers, is kept without personal details', async (t) => {
  const { api, asks, wordings } = await start(t)
  await api.push('customers', [
    { id: 'c1', updatedAt: 1_000, name: 'Ada Lovelace', email: 'ada@example.com', phone: '+49 30 123456' },
  ])
  await asks('Zorgle blimp frumious, yours Ada Lovelace, ada@example.com or +49 30 123456', 'c1')
  await asks('What is in order o1?', 'c1')
  const [[wording, count] = []] = await wordings()
  assert.equal(count, 1)
  assert.match(String(wording), /^Zorgle blimp frumious/)
  assert.doesNotMatch(String(wording), /Ada|Lovelace|example|123456/)
  await asks('How much is shipping to Portugal?', 'c2')
  assert.deepEqual(
    (await wordings()).map(([text]) => text),
    ['How much is shipping to Portugal?', wording],
  )
})

test('a question that is not ours is hidden with those like it, also later ones, until it is ours again', async (t) => {
  const { api, asks, read, decides } = await start(t)
  await asks('Zorgle blimp frumious bandersnatch', 'c1')
  await asks('Frumious bandersnatch blimps zorgle?', 'c2')
  await asks('Qwertz uiop asdfghj', 'c3')
  const [first] = await read()
  assert.deepEqual([first?.count, (await read()).length], [2, 2])
  await assert.rejects(decides(first?.id ?? '', true, agent), { code: 'FORBIDDEN' })
  await decides(first?.id ?? '', true)
  await asks('zorgle bandersnatch frumious', 'c4')
  assert.deepEqual(
    (await read()).map(({ wording }) => wording),
    ['Qwertz uiop asdfghj'],
  )
  const [hidden] = await read(true)
  assert.equal(hidden?.count, 3)
  const stored = JSON.stringify(await api.store.read.all('SELECT * FROM report_not_ours'))
  assert.doesNotMatch(stored, /zorgle|bandersnatch|frumi/i)
  await decides(hidden?.id ?? '', false)
  await asks('bandersnatch frumious zorgle', 'c5')
  assert.equal((await read())[0]?.count, 4)
  await assert.rejects(decides('turn_unknown', true), { code: 'NOT_FOUND' })
})

test('erasing a customer removes their wording in the same commit, and the count stays', async (t) => {
  const { api, asks, read, decides } = await start(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000 }])
  await asks('Zorgle blimp frumious bandersnatch', 'c1')
  const [question] = await read()
  await decides(question?.id ?? '', true)
  await asks('Qwertz uiop asdfghj', 'c1')
  await counted(api)
  await api.call('DELETE', '/customers/c1')
  for (const table of ['report_questions', 'report_not_ours'])
    assert.deepEqual(await api.store.read.all(`SELECT * FROM ${table}`), [], table)
  const row = await api.store.read.get<{ value: number }>("SELECT value FROM report_days WHERE measure = 'unanswered'")
  assert.ok((row?.value ?? 0) > 0)
})

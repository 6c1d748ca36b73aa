import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from '../support/sides.ts'
import { type JudgedSide, judgeAbout, judgeItems, judgeMissing, judgeWanted } from '../support/sides-shop.ts'

const LANGUAGES = ['de', 'en', 'es', 'fr']

/** Held-out phrases are not to be seen, so only their share is asserted. */
function assertSides(judged: JudgedSide[], least: { heldOut: number; phrases: number }): void {
  const tuned = judged.filter(({ phrase }) => !phrase.isHeldOut)
  const wrong = tuned.filter(({ isRight }) => !isRight).map(({ phrase }) => phrase.text)
  assert.deepEqual(wrong, [])
  const share = shareOf(judged.filter(({ phrase }) => phrase.isHeldOut))
  assert.ok(share >= least.heldOut, `${share} of the held-out phrases`)
  const byLanguage = Map.groupBy(judged, ({ phrase }) => phrase.language)
  assert.deepEqual([...byLanguage.keys()].sort(), LANGUAGES)
  for (const some of byLanguage.values()) assert.ok(some.length >= least.phrases)
}

test('a complaint needs a denial or a loss; who asks how far an order is gets its state, and no money', async (t) => {
  const judged = await judgeMissing(t)
  assertSides(judged, { heldOut: 0.92, phrases: 60 })
  const asked = judged.filter(({ phrase }) => phrase.side === 'asked')
  assert.equal(asked.filter(({ answer }) => answer.offer?.isOffered).length, 0)
})

test('an item is named by its title, not by words of options', async (t) => {
  assertSides(await judgeItems(t), { heldOut: 1, phrases: 60 })
})

test('money is offered for what has arrived, is lost or overdue, and never for what is in time', async (t) => {
  const judged = await judgeWanted(t)
  assertSides(judged, { heldOut: 0.98, phrases: 60 })
  const inTime = judged.filter(({ phrase }) => phrase.side === 'in time')
  assert.equal(inTime.filter(({ answer }) => answer.offer?.isOffered).length, 0)
})

test('what was just refunded is in each answer and hand-over about the order, and in no answer about something else', async (t) => {
  const judged = await judgeAbout(t)
  const isOther = ({ phrase: { side } }: JudgedSide) => side === 'elsewhere' || side === 'other'
  assertSides(judged.filter(isOther), { heldOut: 0.95, phrases: 30 })
  assertSides(
    judged.filter((some) => !isOther(some)),
    { heldOut: 1, phrases: 35 },
  )
})

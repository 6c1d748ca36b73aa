// Measures the assistant by the phrases of test/assistant/phrases/sides. Misses of the held-out third are never printed.
import { test } from 'node:test'
import { shareOf } from '../../test/support/sides.ts'
import { type JudgedSide, judgeAbout, judgeItems, judgeMissing, judgeWanted } from '../../test/support/sides-shop.ts'

const lines = { missing: judgeMissing, items: judgeItems, wanted: judgeWanted, about: judgeAbout }
const [wanted] = process.argv.slice(2)

for (const [line, judge] of Object.entries(lines)) {
  if (wanted !== undefined && wanted !== line) continue
  test(line, async (t) => {
    const judged = await judge(t)
    for (const { phrase, isRight, answer } of judged)
      if (!isRight && !phrase.isHeldOut)
        console.log(
          `${phrase.language} [${phrase.side}] ${phrase.text} -> ${answer.why.join(' + ')} | ${answer.text.replaceAll('\n', ' / ')}`,
        )
    const total = (some: JudgedSide[]) => `${some.length} phrases, ${(100 * shareOf(some)).toFixed(1)} % right`
    for (const [language, all] of Map.groupBy(judged, ({ phrase }) => phrase.language))
      for (const [side, some] of Map.groupBy(all, ({ phrase }) => phrase.side)) {
        const [tuned, heldOut] = [false, true].map((is) => some.filter(({ phrase }) => phrase.isHeldOut === is))
        console.log(`${line} ${language} ${side}: tuned by ${total(tuned ?? [])}; held out ${total(heldOut ?? [])}`)
      }
    const [tuned, heldOut] = [false, true].map((is) => judged.filter(({ phrase }) => phrase.isHeldOut === is))
    console.log(`${line}: tuned by ${total(tuned ?? [])}; held out ${total(heldOut ?? [])}`)
  })
}

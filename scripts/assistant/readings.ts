// Measures the assistant by phrases on both sides of a line: test/assistant/phrases/tongues and numbers. Misses of the third that is kept
// aside are never printed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNumbersShop } from '../../test/support/numbers-shop.ts'
import { type Judged, judgeNumber, judgeTongue, sidedPhrases } from '../../test/support/sided-phrases.ts'

const folder = await mkdtemp(join(tmpdir(), 'sides-'))
const { ask, close } = await openNumbersShop(join(folder, 'shop.db'))
for (const kind of ['tongues', 'numbers'] as const) {
  const judged: Judged[] = []
  for (const phrase of sidedPhrases(kind))
    judged.push(await (kind === 'tongues' ? judgeTongue(ask, phrase) : judgeNumber(ask, phrase)))
  for (const { phrase, faults } of judged)
    if (!phrase.isKeptAside && faults.length > 0)
      console.log(`${kind} ${phrase.page} [${phrase.section}] ${phrase.text} -> ${faults.join(' | ')}`)
  for (const isKeptAside of [false, true]) {
    const some = judged.filter(({ phrase }) => phrase.isKeptAside === isKeptAside)
    const right = some.filter(({ faults }) => faults.length === 0)
    console.log(`${kind}, ${isKeptAside ? 'kept aside' : 'tuned by'}: ${right.length} of ${some.length}`)
    for (const [page, list] of Map.groupBy(some, ({ phrase }) => phrase.page)) {
      const sides = Map.groupBy(list, ({ phrase }) =>
        phrase.section === page || phrase.section === 'no number' ? 'stays' : 'is',
      )
      const counts = [...sides].map(
        ([side, of]) => `${side} ${of.filter(({ faults }) => faults.length === 0).length}/${of.length}`,
      )
      console.log(`  ${page}: ${counts.join(', ')}`)
    }
  }
}
await close()
await rm(folder, { recursive: true })

/** Trains the assistant's second vote again, after a change of phrases, of a lexicon or of its traits. Takes some ten seconds. */
import { writeFileSync } from 'node:fs'
import { phrasesToLearn } from './vote/phrases.ts'
import { train } from './vote/train.ts'

const file = new URL('../src/assistant/vote/weights.bin', import.meta.url)
const bytes = train(phrasesToLearn())
writeFileSync(file, bytes)
console.log(`${bytes.length} bytes of ${phrasesToLearn().length} phrases`)

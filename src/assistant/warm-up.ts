import type { Steps } from '../lib/steps.ts'
import { languages } from './languages/list.ts'
import { detectLanguage } from './understand/language.ts'
import { loadVote } from './vote/vote.ts'

/** Makes what turns keep once they have it. Together it takes a tenth of a second, in which a server would serve nobody. */
export function* warmUp(): Steps<void> {
  for (const lexicon of Object.values(languages)) {
    lexicon()
    yield
  }
  loadVote()
  yield
  detectLanguage('Where is my order?')
  yield
}

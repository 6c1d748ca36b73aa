import { type Draft, handOver, say } from '../draft.ts'
import type { Templates } from '../languages/language.ts'
import { sentenceOf } from './hand-over-words.ts'

/** Thanks for a picture, and asks what it is about. */
export function pictureOfWhat({ pictureNoted, pictureOfWhat }: Templates): string {
  return `${pictureNoted} ${pictureOfWhat}`
}

/** Says of a picture that came with the message who looks at it. */
export function notePicture(draft: Draft): void {
  if (draft.picture === 'now') say(draft, draft.speech.says.pictureNoted)
}

/**
 * Leaves a picture whose text is not understood to people: only they can see what it is about. For an open offer, which may have asked
 * for a photo, it is only noted.
 *
 * @returns whether there is one
 */
export function leavePicture(draft: Draft): boolean {
  if (draft.picture !== 'now') return false
  notePicture(draft)
  if (!draft.state.offered)
    handOver(draft, {
      reason: 'unclear',
      priority: 'normal',
      summary: sentenceOf('Sent a picture, with words that were not understood', draft.message),
    })
  return true
}

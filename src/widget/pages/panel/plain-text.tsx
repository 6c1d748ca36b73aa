import { piecesOf } from './links.ts'
import type { Words } from './texts.ts'

/** A text of anybody: no markup, only the addresses of web pages are links. Its letters decide its direction, and of nothing else. */
export function PlainText({ text, words }: { text: string; words: Words }) {
  return (
    <p class="text" dir="auto">
      {piecesOf(text).map((piece) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
            <span class="hidden">{` (${words.say('opensPage')})`}</span>
          </a>
        ),
      )}
    </p>
  )
}

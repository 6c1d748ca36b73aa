/**
 * Characters that nobody sees, and that reorder or split what is around them: embeddings, overrides and isolates of the writing direction,
 * spaces of no width, and control characters other than tabs and line ends. Joiners and direction marks stay, which languages need.
 */
const UNSEEN = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2060-\u2069\u200b\ufeff\u180e]/gu

/** The text in the order in which its letters were written, as everybody reads it. */
export function inOrder(text: string): string {
  return text.replaceAll(UNSEEN, '')
}

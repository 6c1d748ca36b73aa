import { Icon } from './icon.tsx'

/** Number of colors in the styles. */
const COLORS = 6
const WORD = /[\p{L}\p{N}][^\s@._-]*/gu

/** At most two letters that stand for a name: of its first and its last word. Empty for a name without letters. */
function initialsOf(name: string): string {
  const words = name.replace(/@.*/, '').match(WORD) ?? []
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** One color for each name. */
function colorOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_536
  return sum % COLORS
}

/** The initials of a person beside their name, which says the same; of a guest a picture. */
export function Avatar({ name, isSmall = false }: { name: string | null; isSmall?: boolean }) {
  const initials = initialsOf(name ?? '')
  return (
    <span class={`avatar avatar-${colorOf(name ?? '')} ${isSmall ? 'small' : ''}`} aria-hidden="true">
      {initials || <Icon name="person" />}
    </span>
  )
}

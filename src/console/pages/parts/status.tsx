export type Tone = 'quiet' | 'good' | 'waiting' | 'bad'

const MARKS: Record<Tone, string> = { quiet: '○', good: '●', waiting: '◐', bad: '▲' }

/** A state as a word, with a mark and a color that say the same. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class={`status ${tone}`}>
      <span aria-hidden="true">{MARKS[tone]}</span>
      {children}
    </span>
  )
}

import { inert } from '../../../lib/inert.ts'

/** A text that a shop, a customer or an endpoint wrote: characters that would reorder or hide others are shown as their codes. */
export function foreign(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(inert).join('\t'))
    .join('\n')
}

/** {@link foreign}, which also keeps the direction of its letters from changing what is around it. */
export function Foreign({ children }: { children: string }) {
  return <bdi>{foreign(children)}</bdi>
}

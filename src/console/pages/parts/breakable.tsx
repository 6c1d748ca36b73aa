import { foreign } from './values.tsx'

/** A path or an address, which is broken into lines between its parts, not within a word. */
export function Breakable({ children }: { children: string }) {
  return (
    <bdi>
      {foreign(children)
        .split(/(?<=[./])/)
        .map((part, index) => (
          <>
            {index > 0 && <wbr />}
            {part}
          </>
        ))}
    </bdi>
  )
}

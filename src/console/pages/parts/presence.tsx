import { en } from '../texts/en.ts'
import { foreign } from './foreign.tsx'
import { usePresence } from './use-presence.ts'

/** Who else looks at the same thing, such as `refunds/act_…`. Nothing is drawn while nobody does. */
export function Presence({ place, isWriting = false }: { place: string; isWriting?: boolean }) {
  const people = usePresence(place, isWriting)
  const names = (some: typeof people) => some.map(({ name }) => foreign(name))
  const writing = people.filter((one) => one.isWriting)
  const looking = people.filter((one) => !one.isWriting)
  return (
    <p class="presence" role="status">
      {writing.length > 0 && <span>{en.presence.writing(names(writing))}</span>}
      {looking.length > 0 && <span>{en.presence.looking(names(looking))}</span>}
    </p>
  )
}

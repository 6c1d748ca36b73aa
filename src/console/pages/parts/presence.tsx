import { useEffect, useState } from 'preact/hooks'
import { ApiError, api, Cancelled, read } from '../api.ts'
import type { Present } from '../api-types.ts'
import { onLive } from '../live.ts'
import { session } from '../session.ts'
import { en } from '../texts/en.ts'
import { foreign } from './values.tsx'

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

/** The server counts a tab as gone that said nothing for 45 seconds. */
const AGAIN_MS = 20_000
/** Distinguishes the tabs of one person. */
const tab = Math.random().toString(36).slice(2, 14)

/** Says where this tab is; null: nowhere. A failure only means that others do not see it, so that it is not reported. */
async function note(place: string | null, isWriting: boolean): Promise<Present[]> {
  try {
    const body = { tab, place, isWriting }
    return (await read(api.POST('/presence', { body, keepalive: true }))).people
  } catch (error) {
    if (error instanceof ApiError || error instanceof Cancelled) return []
    throw error
  }
}

/**
 * Shows others that this tab looks at something, while it is seen.
 *
 * @param place such as `chats/conv_…` or `refunds/act_…`
 * @returns the others who look at it
 */
function usePresence(place: string, isWriting = false): Present[] {
  const [people, setPeople] = useState<Present[]>([])
  useEffect(
    () =>
      onLive('presence', (data) => {
        const news = data as { place: string; people: Present[] }
        const isOther = ({ memberId }: Present) => memberId !== session.value?.member.id
        if (news.place === place) setPeople(news.people.filter(isOther))
      }),
    [place],
  )
  useEffect(() => {
    let isOver = false
    const say = () => {
      if (document.hidden) return
      note(place, isWriting).then((others) => {
        if (!isOver) setPeople(others)
      })
    }
    const onVisibility = () => {
      if (document.hidden) note(null, false)
      else say()
    }
    say()
    const timer = setInterval(say, AGAIN_MS)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [place, isWriting])
  useEffect(
    () => () => {
      note(null, false)
    },
    [place],
  )
  return people
}

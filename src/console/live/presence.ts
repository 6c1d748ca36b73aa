import type { SignedIn } from '../../access/member-sessions.ts'
import type { Part } from '../../http/services.ts'
import type { Clock } from '../../lib/time.ts'
import type { News, Present } from './news.ts'
import { liveStreams } from './streams.ts'

/** A page says again where it is before this time is over. */
const STAY_MS = 45_000
/** Interval of looks at who has gone without a word. */
const SWEEP_MS = 5_000
/** Most tabs of a member; the one that was heard of longest ago is forgotten first. */
const PER_MEMBER = 8

/** Where a tab of the console is, such as `chats/conv_…`; null: nowhere that others look for. */
export interface Whereabouts {
  /** Made by the page: each tab of a member has its own. */
  tab: string
  place: string | null
  isWriting: boolean
}

/** Who looks at what, in this process alone: nothing is stored. */
export interface Presence {
  /** Notes where a tab is. @returns the others who are there */
  note(viewer: Pick<SignedIn, 'memberId' | 'name' | 'workspaceId'>, where: Whereabouts): Present[]
  stop(): void
}

export const presencePart: Part<Presence> = {
  start: ({ part, clock }) => createPresence(clock, part(liveStreams).tell),
}

interface Tab extends Present {
  workspaceId: string
  place: string
  until: number
}

export function createPresence(clock: Clock, tell: (workspaceId: string, news: News) => void): Presence {
  /** The tab that was heard of longest ago is first. */
  const tabs = new Map<string, Tab>()
  let sweep: NodeJS.Timeout | undefined

  function peopleAt(workspaceId: string, place: string): Present[] {
    const people = new Map<string, Present>()
    for (const tab of tabs.values()) {
      if (tab.workspaceId !== workspaceId || tab.place !== place) continue
      const { memberId, name, isWriting } = tab
      people.set(memberId, { memberId, name, isWriting: isWriting || people.get(memberId)?.isWriting === true })
    }
    return [...people.values()]
  }

  /** Runs `change`, which opens, moves or closes tabs. Then tells who is at each of the places where that has changed. */
  function changing(places: (Pick<Tab, 'workspaceId' | 'place'> | undefined)[], change: () => void): void {
    const known = places.filter((place) => place !== undefined)
    const before = known.map(({ workspaceId, place }) => JSON.stringify(peopleAt(workspaceId, place)))
    change()
    known.forEach(({ workspaceId, place }, index) => {
      const people = peopleAt(workspaceId, place)
      if (JSON.stringify(people) !== before[index]) tell(workspaceId, { event: 'presence', data: { place, people } })
    })
  }

  function forget(keys: string[]): void {
    changing(
      keys.map((key) => tabs.get(key)),
      () => {
        for (const key of keys) tabs.delete(key)
      },
    )
    if (tabs.size === 0) {
      clearInterval(sweep)
      sweep = undefined
    }
  }

  function forgetGone(): void {
    const now = clock.now()
    // A clock that was set back must not keep them longer.
    for (const tab of tabs.values()) tab.until = Math.min(tab.until, now + STAY_MS)
    forget([...tabs].filter(([, { until }]) => until <= now).map(([key]) => key))
  }

  return {
    note: ({ memberId, name, workspaceId }, { tab, place, isWriting }) => {
      const key = `${memberId} ${tab}`
      if (place === null) {
        forget([key])
        return []
      }
      const own = [...tabs.keys()].filter((other) => other !== key && other.startsWith(`${memberId} `))
      if (own.length >= PER_MEMBER) forget(own.slice(0, own.length - PER_MEMBER + 1))
      const until = clock.now() + STAY_MS
      changing([tabs.get(key), { workspaceId, place }], () => {
        tabs.delete(key)
        tabs.set(key, { memberId, name, workspaceId, place, isWriting, until })
      })
      sweep ??= setInterval(forgetGone, SWEEP_MS)
      return peopleAt(workspaceId, place).filter((present) => present.memberId !== memberId)
    },
    stop: () => clearInterval(sweep),
  }
}

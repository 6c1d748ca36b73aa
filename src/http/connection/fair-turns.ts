/*
 * In one turn of the event loop Node.js serves every client that has sent something, one after another, before the turn ends. So a
 * crowd of one network would stand in front of everybody else's requests.
 */

/** Spreads what clients want over turns of the event loop, fairly by network. */
export interface FairTurns {
  /** Runs `work` at once, or in a later turn if the network or the turn has had its share. Works of one network run in order. */
  run(network: string, work: () => void): void
}

/** What one turn runs. The first work of a network runs even in a full turn, so that nobody waits for a crowd. */
export interface TurnShares {
  /** Works of a network that is not known. After long turns it is less, down to one. */
  ofStrangers: number
  /** Works of all networks, or of a known one; beyond it only first ones of networks. */
  inAll: number
  isKnown(network: string): boolean
}

/** Further first works of networks in a full turn, as a multiple of `inAll`: somebody may have thousands of networks. */
const FIRST_ONES = 4
/**
 * After a longer turn the shares of strangers shrink in proportion to its length, until turns are shorter again. Those of the shops stay
 * as they are.
 */
const LONG_TURN_MS = 5
/** The smallest part of the shares of strangers. With it, networks still get their first works. */
const LEAST_PART = 1 / 32

export interface TurnTimes {
  /** Calls a function in the next turn of the event loop. */
  atNextTurn: (next: () => void) => void
  /** Milliseconds. */
  now: () => number
}

export function createFairTurns(
  { ofStrangers, inAll, isKnown }: TurnShares,
  { atNextTurn, now }: TurnTimes = { atNextTurn: setImmediate, now: () => performance.now() },
): FairTurns {
  /** What waits, by network, in the order of their turns. */
  const lines = new Map<string, (() => void)[]>()
  const taken = new Map<string, number>()
  let takenInAll = 0
  let isCounting = false
  let began = 0
  /** The part of the shares of strangers that they get. */
  let part = 1

  function hasRoom(network: string): boolean {
    const own = taken.get(network) ?? 0
    if (isKnown(network)) return takenInAll < (own === 0 ? FIRST_ONES * inAll : inAll)
    return own === 0 ? takenInAll < FIRST_ONES * inAll * part : own < ofStrangers * part && takenInAll < inAll * part
  }

  function start(network: string, work: () => void): void {
    taken.set(network, (taken.get(network) ?? 0) + 1)
    takenInAll++
    work()
  }

  function count(): void {
    if (isCounting) return
    isCounting = true
    began = now()
    atNextTurn(beginTurn)
  }

  function beginTurn(): void {
    isCounting = false
    const took = now() - began
    part = took > LONG_TURN_MS ? Math.max(LEAST_PART, (part * LONG_TURN_MS) / took) : Math.min(1, part * 2)
    taken.clear()
    takenInAll = 0
    // The loop reaches a network again that it has moved to the end, while there is room.
    for (const [network, line] of lines) {
      if (!hasRoom(network)) continue
      // Before its works: they are the turn.
      count()
      lines.delete(network)
      const work = line.shift()
      if (line.length > 0) lines.set(network, line)
      if (work) start(network, work)
    }
  }

  return {
    run: (network, work) => {
      count()
      const line = lines.get(network)
      if (line) line.push(work)
      else if (hasRoom(network)) start(network, work)
      else lines.set(network, [work])
    },
  }
}

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
  /** Works of a network. */
  of(network: string): number
  /** Works of all networks; beyond it only first ones of networks. */
  inAll: number
}

/** Further first works of networks in a full turn, as a multiple of `inAll`: somebody may have thousands of networks. */
const FIRST_ONES = 4

/** @param atNextTurn calls a function in the next turn of the event loop */
export function createFairTurns(
  { of, inAll }: TurnShares,
  atNextTurn: (next: () => void) => void = setImmediate,
): FairTurns {
  /** What waits, by network, in the order of their turns. */
  const lines = new Map<string, (() => void)[]>()
  const taken = new Map<string, number>()
  let takenInAll = 0
  let isCounting = false

  function hasRoom(network: string): boolean {
    const own = taken.get(network) ?? 0
    return own === 0 ? takenInAll < FIRST_ONES * inAll : own < of(network) && takenInAll < inAll
  }

  function start(network: string, work: () => void): void {
    taken.set(network, (taken.get(network) ?? 0) + 1)
    takenInAll++
    work()
  }

  function count(): void {
    if (isCounting) return
    isCounting = true
    atNextTurn(beginTurn)
  }

  function beginTurn(): void {
    isCounting = false
    taken.clear()
    takenInAll = 0
    // The loop reaches a network again that it has moved to the end, while there is room.
    for (const [network, line] of lines) {
      if (!hasRoom(network)) continue
      lines.delete(network)
      const work = line.shift()
      if (line.length > 0) lines.set(network, line)
      if (work) start(network, work)
    }
    if (takenInAll > 0) count()
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

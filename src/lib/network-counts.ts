import { neighborhoodOf } from './networks.ts'
import { setNewest } from './newest.ts'

/**
 * What is counted by network, in bounded memory. A stranger may have 65,536 networks and more, so further networks are counted by
 * neighborhood when too many are known, with a higher limit. Of too many neighborhoods the one that was set first is forgotten: there is
 * no counter that everybody shares, with which a stranger could lock others out.
 */
export interface NetworkCounts<Value> {
  /** What a caller is counted by. @param caller a network, optionally with a space and a further part */
  of(caller: string): NetworkCount<Value>
  /** Forgets the values that are over. */
  sweep(isOver: (value: Value) => boolean): void
}

/** The counter of one caller, or of its neighborhood. */
export interface NetworkCount<Value> {
  key: string
  /** How many times the limit of one network applies. */
  times: number
  value: Value | undefined
  set(value: Value): void
}

/** The number of networks that a neighborhood counts as: few of its members call at the same time. */
const NEIGHBORHOOD_TIMES = 10

/** @param most the numbers of counted networks and of counted neighborhoods */
export function createNetworkCounts<Value>(most: { networks: number; neighborhoods: number }): NetworkCounts<Value> {
  const networks = new Map<string, Value>()
  const neighborhoods = new Map<string, Value>()
  const counted = (
    map: Map<string, Value>,
    key: string,
    limits: { most: number; times: number },
  ): NetworkCount<Value> => ({
    key,
    times: limits.times,
    value: map.get(key),
    set: (value) => setNewest(map, key, value, limits.most),
  })
  return {
    of: (caller) => {
      if (networks.has(caller) || networks.size < most.networks)
        return counted(networks, caller, { most: most.networks, times: 1 })
      const [network = '', ...further] = caller.split(' ')
      const key = [neighborhoodOf(network), ...further].join(' ')
      return counted(neighborhoods, key, { most: most.neighborhoods, times: NEIGHBORHOOD_TIMES })
    },
    sweep: (isOver) => {
      for (const map of [networks, neighborhoods]) for (const [key, value] of map) if (isOver(value)) map.delete(key)
    },
  }
}

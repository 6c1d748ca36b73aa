/** Networks from which a shop's own server calls, with its secret key. */
export interface KnownNetworks {
  add(network: string): void
  /** Treats a network as a stranger's again, until its next call with a key. */
  delete(network: string): void
  has(network: string): boolean
}

const MOST = 1_000

/** Keeps up to 1,000 networks; the one that was added first is forgotten for another one. */
export function createKnownNetworks(): KnownNetworks {
  const networks = new Set<string>()
  return {
    add: (network) => {
      if (networks.has(network)) return
      const [first] = networks
      if (networks.size >= MOST && first !== undefined) networks.delete(first)
      networks.add(network)
    },
    delete: (network) => networks.delete(network),
    has: (network) => networks.has(network),
  }
}

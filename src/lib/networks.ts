import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { remembered } from './remember.ts'

/** What one caller has for itself, to count calls by: an IPv4 address, or all of an IPv6 network of 64 bits, the least that anyone is given. */
export const networkOf = remembered((address: string): string =>
  isIP(address) === 6 ? networkOfBits(address, 64) : address,
)

/** The /48 of an IPv6 network, which a provider may give to one customer; an IPv4 address stays as it is. */
export function siteOf(network: string): string {
  return isIPv6Network(network) ? networkOfBits(network, 48) : network
}

/**
 * The neighbors of a network: the /48 of an IPv6 network, the /24 of an IPv4 address. These are the smallest blocks with a way of their own
 * through the Internet. What is no address is its own neighborhood.
 */
export const neighborhoodOf = remembered((network: string): string => {
  if (isIPv6Network(network)) return siteOf(network)
  return isIP(network) === 4 ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network
})

function isIPv6Network(network: string): boolean {
  return network.includes(':')
}

/** @param address an IPv6 address, with or without a zone or prefix length */
function networkOfBits(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.split(/[%/]/)[0]}/${bits}`)}/${bits}`
}

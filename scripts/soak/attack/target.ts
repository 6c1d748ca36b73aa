/** What an attacker knows of a server. It crosses a process boundary, so it is plain data. */
export interface Target {
  port: number
  /** The attacker's own address, such as 127.0.0.21, in another network than the shop's. */
  from: string
  /** The secret key of a workspace of the attacker's own, and the publishable key on the pages of the shop. */
  secretKey: string
  publishableKey: string
  /** Tokens of guests' chat sessions, which an attacker can collect in a day. */
  guests: string[]
  /** The token of a guest whose conversation has the greatest length that older versions accepted. */
  longGuest: string
  /** Tokens of one signed-in customer, whose sessions share a conversation of the greatest length. */
  customers: string[]
  /** Tokens of guests of a shop whose assistant answers. */
  asking: string[]
  /** A workspace of the attacker's own with the largest orders and a product of many variants, and chats of its customers and guests. */
  large: { secretKey: string; chats: string[] }
}

export const HOST = '127.0.0.1'
export const BASE_PATH = '/api/v1'

/** Numbers of an attacker's calls and connections by outcome, such as `200` or `closed`. */
export type Tally = Record<string, number>

export type CountOutcome = (outcome: string) => void

/**
 * Prepares an attack, such as its long bodies, whose work is the attacker's own and takes no time of the server's machine.
 *
 * @returns a function that attacks until its process is stopped, or until the attack is complete
 */
export type Attack = () => (target: Target, count: CountOutcome) => Promise<void>

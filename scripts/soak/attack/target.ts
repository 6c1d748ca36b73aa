/** What an attacker knows of a server. It crosses a process boundary, so it is plain data. */
export interface Target {
  port: number
  /** The attacker's own address, such as 127.0.0.21: of another network than the shop's. */
  from: string
  /** The secret key of a workspace of the attacker's own, and the publishable key on the pages of the shop. */
  secretKey: string
  publishableKey: string
  /** Tokens of guests' chat sessions, which an attacker can gather over a day. */
  guests: string[]
  /** The token of a guest whose conversation is as long as older versions took it. */
  longGuest: string
  /** Tokens of one signed-in customer, whose sessions share a conversation as long as it can become. */
  customers: string[]
}

export const HOST = '127.0.0.1'
export const BASE_PATH = '/api/v1'

/** What happened to an attacker's calls and connections: how often by outcome, such as `200` or `closed`. */
export type Tally = Record<string, number>

export type Count = (outcome: string) => void

/** Works until its process is ended, or until it has done all that it can. */
export type Attack = (target: Target, count: Count) => Promise<void>

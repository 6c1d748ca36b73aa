import type { Visit } from './sessions.ts'

/*
 * What a guest stores is counted by what they send and by what is always stored beside it, roughly: a short message is worth
 * several rows of ids and indexes. See "How much guests can store" in docs/operating.md.
 */
const MESSAGE = 100
const SESSION = 250

/** What counts for a message, in bytes. */
export function bytesOfMessage(text: string): number {
  return MESSAGE + Buffer.byteLength(text)
}

/** What counts for a chat session, in bytes. */
export function bytesOfSession(visit: Visit): number {
  const said = Object.values(visit).filter((value): value is string => value !== null)
  return SESSION + said.reduce((bytes, value) => bytes + Buffer.byteLength(value), 0)
}

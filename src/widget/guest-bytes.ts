import type { Visit } from './sessions.ts'

/*
 * The stored bytes of a guest are the bytes that the guest sends, plus an estimate for the rows and indexes of each message or session.
 * See "How much guests can store" in docs/operating.md.
 */
const MESSAGE = 100
const SESSION = 250

/** Counted size of a message, in bytes. */
export function bytesOfMessage(text: string): number {
  return MESSAGE + Buffer.byteLength(text)
}

/** Counted size of a chat session, in bytes. */
export function bytesOfSession(visit: Visit): number {
  const said = Object.values(visit).filter((value): value is string => value !== null)
  return SESSION + said.reduce((bytes, value) => bytes + Buffer.byteLength(value), 0)
}

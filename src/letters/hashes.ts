import { keyedHash } from '../lib/sealing.ts'

/** What all ways to write one address are: capitals, and what is after a `+`, lead to the same mailbox. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  return `${name}${address.slice(at).toLowerCase()}`
}

/** An address to which a workspace sends nothing any more, however it is written. */
export function stopHash(workspaceId: string, address: string): string {
  return keyedHash(workspaceId, `stop ${mailboxOf(address)}`)
}

/** An address that was typed in a chat: its owner confirms it as it is written. */
export function contactHash(workspaceId: string, address: string): string {
  return keyedHash(workspaceId, `contact ${address.trim().toLowerCase()}`)
}

/** An address of all workspaces, to count what is sent to it. */
export function countedHash(address: string): string {
  return keyedHash('every workspace', `address ${mailboxOf(address)}`)
}

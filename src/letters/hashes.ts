import { keyedHash } from '../lib/sealing.ts'
import { domainOf } from '../mail/addresses.ts'

/** The domains of Gmail, where dots in a name lead to the same mailbox, too: one mailbox has thousands of addresses. */
const GMAIL = ['gmail.com', 'googlemail.com']

/** What all ways to write one address are: capitals, and what is after a `+`, lead to the same mailbox. */
function mailboxOf(address: string): string {
  const domain = domainOf(address).toLowerCase()
  const [name = ''] = address
    .slice(0, -1 - domain.length)
    .toLowerCase()
    .split('+')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@${GMAIL[0]}` : `${name}@${domain}`
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

import type { IncomingMessage } from 'node:http'
import { hashKey } from '../access/key-format.ts'
import { clientAddress } from '../http/client-address.ts'
import { bearer, type Credential, NO_WORKSPACE } from '../http/credentials/credential.ts'
import { networkOf } from '../lib/networks.ts'
import { connectionBy, type ShopConnection } from './connections.ts'

/** The plugin of a shop that has a code: its sender is a stranger until a person has approved the claim. */
export const stranger: Credential<{ address: string; network: string }> = {
  scheme: 'connectionCode',
  openApi: {
    type: 'apiKey',
    in: 'header',
    name: 'x-connection-code',
    description: 'None. The connection code is in the body.',
  },
  challenge: 'ConnectionCode',
  help: 'Send a valid connection code.',
  find: async (_reader, req: IncomingMessage, _now, { trustProxy }) => {
    const address = clientAddress(req, trustProxy)
    const network = networkOf(address)
    return { id: network, workspaceId: NO_WORKSPACE, name: 'connection code', role: null, holder: { address, network } }
  },
}

/** The plugin of a shop that waits for a person. */
export const claimSecret: Credential<ShopConnection> = {
  scheme: 'claimSecret',
  openApi: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The claim secret of a plugin that asks to be connected, `cl_…`. It is valid until the claim is decided, or has expired.',
  },
  challenge: 'Bearer',
  help: 'Send the claim secret as "Authorization: Bearer cl_…". A claim that was refused or has expired is forgotten after a day.',
  tokenOf: bearer,
  find: async (reader, req) => {
    const token = bearer(req)
    const found = token === undefined ? undefined : await connectionBy(reader, 'claim_hash', hashKey(token))
    return found && { id: found.id, workspaceId: found.workspaceId, name: found.id, role: null, holder: found }
  },
}

import { createSealer } from '../../src/lib/sealing.ts'
import { changeRefundSettings, createRefundSecret } from '../../src/refunds/change-settings.ts'
import { type AskedShop, SHOP_TIME } from './assistant.ts'
import { owner } from './server.ts'

/** Lets a shop refund, by an endpoint that nobody calls in a trial. */
export async function switchRefundsOn({ store, workspaceId }: AskedShop): Promise<void> {
  const policy = { allowPrivate: false, allowEndpoints: ['127.0.0.1:9'] }
  await store.write(async (tx) => {
    await createRefundSecret(tx, owner, workspaceId, createSealer(undefined), SHOP_TIME)
    const change = { endpointUrl: 'https://127.0.0.1:9/refunds', enabled: true }
    await changeRefundSettings(tx, owner, workspaceId, change, policy, SHOP_TIME)
  })
}

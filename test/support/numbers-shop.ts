import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import { orders } from '../../src/objects/types/order.ts'
import { pushSampleShop } from '../../src/sample-shop/objects.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { createAsker, SHOP_TIME } from './assistant.ts'
import { addWorkspace, testClock } from './server.ts'
import { idOfNumber, NUMBERED, NUMBERS } from './sided-phrases.ts'

/** The sample shop with a customer whose order numbers look like years, postcodes and codes. @param file is created */
export async function openNumbersShop(
  file: string,
): Promise<{ ask: Awaited<ReturnType<typeof createAsker>>; close(): Promise<void> }> {
  const store = await openStore(file, { create: true })
  const { workspaceId } = await addWorkspace(store, 'shop', testClock(SHOP_TIME))
  const own = NUMBERS.map((number, index) => ({
    id: idOfNumber(number),
    updatedAt: SHOP_TIME,
    number,
    customerId: NUMBERED,
    email: 'ada@example.com',
    status: index % 2 === 0 ? 'shipped' : 'processing',
    items: [{ id: 'l', title: `Thing ${'abcde'[index]}`, quantity: 1, unitPrice: 100 }],
  }))
  await store.write(async (tx) => {
    await pushSampleShop(tx, { workspaceId, hooks, server: null }, SHOP_TIME)
    const prepared = own.map((order) => prepare(orders, order))
    await push(tx, { resource: orders, workspaceId, hooks }, prepared, SHOP_TIME)
  })
  return { ask: await createAsker({ store, workspaceId }), close: () => store.close() }
}

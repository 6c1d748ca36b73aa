// npm run bench:assistant-model: what a model adds to a turn beside its own time: candidates, placeholders, the check of the words, caps
// and counts. The model is the scripted one of `storewire dev`, over HTTP; its time is taken off. Argument: turns (200).

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toNodeHandler } from 'srvx/node'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { changeModel } from '../../src/assistant/model/change-settings.ts'
import { createModels } from '../../src/assistant/model/models.ts'
import { createPauses } from '../../src/assistant/pauses.ts'
import { makeTurn } from '../../src/assistant/turns.ts'
import { addMessage, createConversation } from '../../src/conversations/conversations.ts'
import { createModelStub } from '../../src/dev/model-stub.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { systemClock } from '../../src/lib/time.ts'
import { createShopOutbound } from '../../src/refunds/endpoint/shop-outbound.ts'
import { pushSampleShop } from '../../src/sample-shop/objects.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { createCatalogs } from '../../src/tools/catalog.ts'
import { median } from './load.ts'

const [TURNS = 200] = process.argv.slice(2).map(Number)
const WARM_UP = 20
const bench = { name: 'bench', origin: 'bench', role: 'owner' } as const
/** No rule understands it, so the model is asked twice. */
const MESSAGE = 'Yo what gives with that wax thingy'

const folder = await mkdtemp(join(tmpdir(), 'storewire-bench-'))
const store = await openStore(join(folder, 'bench.db'), { create: true, serving: true })
const stub = createModelStub()
let inModel = 0
const server = createServer(
  toNodeHandler(async (request) => {
    const begun = performance.now()
    const response = await stub.handle(request)
    inModel += performance.now() - begun
    return response
  }) as RequestListener,
)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`

const now = systemClock.now()
const policy = { allowPrivate: false, allowEndpoints: [hostPort] }
const sealer = createSealer(undefined)
const workspaceId = await store.write(async (tx) => {
  const { id } = await createWorkspace(tx, bench, { name: 'bench', plan: 'scale', test: false }, now)
  await pushSampleShop(tx, { workspaceId: id, hooks, server: null }, now)
  const change = {
    baseUrl: `http://${hostPort}/v1`,
    model: 'stub',
    use: 'understand-and-compose',
    callsPerDay: 1_000_000,
  } as const
  await changeModel(tx, bench, { workspaceId: id, change }, { sealer, policy }, now)
  return id
})
const { customerId = '' } =
  (await store.read.get<{ customerId: string }>(
    'SELECT customer_id AS "customerId" FROM orders WHERE workspace_id = ? AND customer_id IS NOT NULL LIMIT 1',
    workspaceId,
  )) ?? {}
const services = { store, clock: systemClock, sealer, metrics: noMetrics, outbound: createShopOutbound({ policy }) }
const models = createModels(services)
const catalogs = createCatalogs(store, systemClock.now)
const pauses = createPauses()
stub.script.understand = () => ({ commands: [{ name: 'order_status', order: 'O1' }] })

/** The time of a turn, and the part of it in which the model worked. */
async function turn(withModel: boolean): Promise<{ ms: number; ofModel: number; isWorded: boolean }> {
  const { id } = await store.write(async (tx) => {
    const made = await createConversation(tx, { workspaceId, customerId }, systemClock.now())
    await addMessage(tx, made.id, { author: 'customer', text: MESSAGE }, systemClock.now())
    return made
  })
  inModel = 0
  const begun = performance.now()
  const made = await makeTurn(
    withModel ? { ...services, catalogs, pauses, models } : { ...services, catalogs, pauses },
    id,
  )
  return { ms: performance.now() - begun, ofModel: inModel, isWorded: made?.answered.citations != null }
}

const [without, added]: [number[], number[]] = [[], []]
let worded = 0
for (let round = 0; round < TURNS + WARM_UP; round++) {
  const alone = await turn(false)
  const helped = await turn(true)
  if (round < WARM_UP) continue
  without.push(alone.ms)
  added.push(helped.ms - helped.ofModel - alone.ms)
  if (helped.isWorded) worded++
}
const p95 = added.toSorted((one, other) => one - other)[Math.floor(added.length * 0.95)] ?? Number.NaN
console.log(`turns without a model            ${median(without).toFixed(1)} ms`)
console.log(
  `a model adds, beside its own time ${median(added).toFixed(1)} ms (p95 ${p95.toFixed(1)} ms), two calls a turn`,
)
console.log(`worded by the model              ${worded} of ${TURNS}`)
server.close()
server.closeAllConnections()
await store.close()
await rm(folder, { recursive: true })

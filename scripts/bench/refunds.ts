// npm run bench:refunds: 1,000 refunds of several workspaces fall due at once, against an endpoint that takes 50 ms, while another
// workspace's endpoint hangs. Prints how long until all are delivered beside the ideal, how many calls were in flight at most, and
// how long single pushes take meanwhile beside how long they take without, in the same run.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { systemClock } from '../../src/lib/time.ts'
import { changeRefundSettings, createRefundSecret } from '../../src/refunds/change-settings.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { insertRefund } from '../../src/refunds/move.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { report } from './figures.ts'
import { load } from './load.ts'
import { benchBodies } from './orders.ts'
import { startStorewire } from './servers.ts'

const REFUNDS = Number(process.argv[2] ?? 1_000)
const ANSWER_MS = 50
/** The server's limits of calls in all, and for one workspace; one of the workspaces hangs. */
const [MOST, MOST_EACH, ANSWERING] = [16, 4, 4]
const PUSHES = 2_000
const actor = { name: 'bench', origin: 'bench', role: 'owner', isOperator: true } as const

/** An endpoint that counts calls in flight, in all and by workspace. */
async function startEndpoint() {
  const inFlight = new Map<string, number>()
  const seen = { all: 0, each: 0, answered: 0 }
  let hanging = ''
  const server = createServer(async (request, response) => {
    const { workspace, data } = JSON.parse(await text(request))
    inFlight.set(workspace, (inFlight.get(workspace) ?? 0) + 1)
    seen.each = Math.max(seen.each, inFlight.get(workspace) ?? 0)
    seen.all = Math.max(
      seen.all,
      [...inFlight.values()].reduce((sum, count) => sum + count, 0),
    )
    response.once('close', () => inFlight.set(workspace, (inFlight.get(workspace) ?? 0) - 1))
    if (workspace === hanging) return
    await sleep(ANSWER_MS)
    seen.answered++
    response.writeHead(200).end(JSON.stringify({ ok: true, status: 'succeeded', refundId: data.actionId }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hang = (workspace: string) => {
    hanging = workspace
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen, hang, server }
}

/** A test workspace with the given number of refunds that wait for the customer. */
async function workspaceWith(store: Store, url: string, name: string, refunds: number) {
  const now = systemClock.now()
  const { id: workspaceId } = await store.write((tx) =>
    createWorkspace(tx, actor, { name, plan: 'scale', test: true }, now),
  )
  const policy = { allowPrivate: false, allowEndpoints: [] }
  await store.write((tx) => createRefundSecret(tx, actor, workspaceId, createSealer(undefined), now))
  await store.write((tx) =>
    changeRefundSettings(tx, actor, workspaceId, { endpointUrl: url, enabled: true }, policy, now),
  )
  const ids = Array.from({ length: refunds }, (_, index) => `act_${name}_${index}`)
  await store.write(async (tx) => {
    for (const id of ids)
      await insertRefund(
        tx,
        {
          id,
          workspaceId,
          orderId: id,
          customerId: null,
          conversationId: null,
          kind: 'return',
          note: null,
          lines: [],
          mode: 'execute',
          amount: 1_250,
          currency: 'EUR',
          startedBy: 'agent',
          trial: false,
          basis: '',
        },
        { on: 'started_by_agent', actor },
        now,
      )
  })
  return { workspaceId, ids }
}

async function confirmAll(store: Store, all: Awaited<ReturnType<typeof workspaceWith>>[]): Promise<void> {
  await store.write(async (tx) => {
    for (const { workspaceId, ids } of all)
      for (const id of ids) await confirmRefund(tx, actor, { workspaceId, id }, systemClock.now())
  })
}

/** Seconds until every refund of the responding workspaces has succeeded. */
async function untilMade(store: Store, ids: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    const row = await store.read.get<{ made: number }>(
      `SELECT count(*) AS made FROM refunds WHERE status = 'succeeded'`,
    )
    if ((row?.made ?? 0) >= ids) return (performance.now() - started) / 1000
    await sleep(20)
  }
}

const endpoint = await startEndpoint()
const server = await startStorewire()
const store = await openStore(server.file)
try {
  let from = 0
  const push = async () => {
    from += PUSHES
    const target = { url: `${server.url}/orders`, headers: server.headers }
    return (await load(target, benchBodies(PUSHES, 1, from), { connections: 4, perCall: 1 })).p99
  }
  const run = async (name: string, isBusy: boolean): Promise<void> => {
    const share = Math.ceil(REFUNDS / ANSWERING)
    const all = []
    for (let index = 0; index < ANSWERING; index++)
      all.push(await workspaceWith(store, endpoint.url, `${name}${index}`, share))
    const hanging = await workspaceWith(store, endpoint.url, `${name}-hangs`, share)
    endpoint.hang(hanging.workspaceId)
    Object.assign(endpoint.seen, { all: 0, each: 0 })
    const before = await store.read.get<{ made: number }>(
      `SELECT count(*) AS made FROM refunds WHERE status = 'succeeded'`,
    )
    const quiet = isBusy ? await push() : 0
    await confirmAll(store, [...all, hanging])
    const made = untilMade(store, (before?.made ?? 0) + share * ANSWERING)
    const busy = isBusy ? await push() : 0
    const seconds = await made
    // Four of the slots hang.
    const ideal = (share * ANSWERING * ANSWER_MS) / 1000 / (MOST - MOST_EACH)
    console.log(
      `${share * ANSWERING} refunds of ${ANSWERING} workspaces, beside ${share} of one whose endpoint hangs${isBusy ? ', and pushes' : ''}`,
    )
    console.log(
      `  all delivered after  ${seconds.toFixed(1)} s, ratio to the ideal of ${ideal.toFixed(1)} s ${(seconds / ideal).toFixed(2)}`,
    )
    console.log(
      `  most in flight       ${endpoint.seen.all} in all (${MOST} allowed), ${endpoint.seen.each} of a workspace (${MOST_EACH})`,
    )
    if (!isBusy) report('refunds.delivered', seconds / ideal)
    else {
      report('refunds.p99', busy / quiet)
      console.log(
        `  p99 of a push        ${quiet.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile, ratio ${(busy / quiet).toFixed(2)}`,
      )
    }
  }
  await push()
  await run('alone', false)
  await run('beside', true)
} finally {
  await store.close()
  await server.stop()
  endpoint.server.closeAllConnections()
  endpoint.server.close()
}

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import { orders } from '../../src/objects/types/order.ts'
import { insertRefund } from '../../src/refunds/move.ts'
import { findRefund } from '../../src/refunds/refunds.ts'
import { hooks } from '../../src/serve/features.ts'
import { openEvents } from '../support/event-stream.ts'
import { fc } from '../support/properties.ts'
import { type Answer, type Api, addWorkspace, client, startServer } from '../support/server.ts'
import { assistant } from '../support/shop.ts'
import { type Page, startWidget, type Widget } from '../support/widget.ts'

/** Someone who chats, with what is theirs. Everything of theirs that can be shown contains their mark. */
interface Person {
  mark: string
  shop: Widget
  customerId: string | undefined
  /** Two of a customer, whose conversation is one; one of a guest. */
  pages: Page[]
  said: string[]
  refund: { id: string; amount: number; status: string }
}

/** What somebody tries. `target` is whose refund, event or token they use; `key` an Idempotency-Key that others use, too. */
interface Try {
  who: number
  page: number
  target: number
  what: 'say' | 'read' | 'confirm' | 'confirm another amount' | 'decline' | 'follow' | 'pose' | 'reach for data'
  key: string | undefined
}

const PEOPLE = ['c1', 'c2', undefined, 'c1', 'c2', undefined]

const tries: fc.Arbitrary<Try[]> = fc.array(
  fc.record({
    who: fc.nat(PEOPLE.length - 1),
    page: fc.nat(1),
    target: fc.nat(PEOPLE.length - 1),
    what: fc.constantFrom(
      ...(['say', 'read', 'confirm', 'confirm another amount', 'decline', 'follow', 'pose', 'reach for data'] as const),
    ),
    key: fc.constantFrom(undefined, 'k1', 'k2'),
  }),
  { minLength: 1, maxLength: 40 },
)

let worlds = 0

/** Two workspaces with the same customers, and a guest each. Everybody has been offered a refund. */
async function newWorld(api: Api): Promise<Person[]> {
  const world = worlds++
  const shops: Widget[] = []
  for (const name of ['A', 'B']) {
    const { workspaceId } = await addWorkspace(api.store, `${name} ${world}`, api.clock)
    shops.push(await startWidget(api, workspaceId))
  }
  return Promise.all(
    PEOPLE.map(async (customerId, index) => {
      const shop = shops[index < 3 ? 0 : 1] as Widget
      const mark = `<${world}-${index}>`
      const pages = [await shop.open(customerId)]
      if (customerId !== undefined) pages.push(await shop.open(customerId))
      const refund = await offer(api, shop.workspaceId, pages[0] as Page, customerId, mark, 1_000 + index)
      return { mark, shop, customerId, pages, said: [], refund }
    }),
  )
}

async function offer(
  { store, clock }: Api,
  workspaceId: string,
  { conversationId }: Page,
  customerId: string | undefined,
  mark: string,
  amount: number,
): Promise<Person['refund']> {
  const wish = { workspaceId, orderId: `order ${mark}`, lines: [], kind: 'defect' as const, note: null, conversationId }
  const terms = {
    customerId: customerId ?? null,
    mode: 'execute' as const,
    amount,
    currency: 'EUR',
    trial: false,
    basis: '',
  }
  const id = `act_${mark}`
  const delivered = prepare(orders, { id: wish.orderId, updatedAt: 1, status: 'delivered' })
  const { status } = await store.write(async (tx) => {
    await push(tx, { resource: orders, workspaceId, hooks }, [delivered], clock.now())
    return insertRefund(
      tx,
      { ...wish, ...terms, id, startedBy: 'assistant' },
      { on: 'offered_by_assistant', actor: assistant },
      clock.now(),
    )
  })
  return { id, amount, status }
}

/** Does one try and asserts what it shows and what it may change; `said` and `refund` follow what was answered. */
async function attempt(t: TestContext, api: Api, people: Person[], { who, page: tab, target, what, key }: Try) {
  const self = people[who] as Person
  const other = people[target] as Person
  const page = (self.pages[tab] ?? self.pages[0]) as Page
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const say = async () => {
    const text = `${self.mark} says ${self.said.length}`
    const answer = await page.call('POST', '/messages', { json: { text }, headers })
    if (answer.status === 200 && !answer.headers.has('idempotent-replayed')) self.said.push(text)
    return answer
  }
  const decide = async (how: 'confirm' | 'decline', more: number, moved: string) => {
    const json = { amount: other.refund.amount + more, currency: 'EUR' }
    const path = `/refunds/${encodeURIComponent(other.refund.id)}/${how}`
    const answer = await page.call('POST', path, how === 'confirm' ? { json, headers } : { headers })
    if (self !== other) assert.equal(answer.status, 404, answer.text)
    if (more !== 0) assert.ok(answer.status >= 400, answer.text)
    if (answer.status === 200 && self.refund.status === 'awaiting_customer') self.refund.status = moved
    return answer
  }
  const acts: Record<Try['what'], () => Promise<string>> = {
    say: async () => (await say()).text,
    read: async () => (await page.call('GET', '/conversation')).text,
    confirm: async () => (await decide('confirm', 0, 'awaiting_approval')).text,
    'confirm another amount': async () => (await decide('confirm', 1, 'never')).text,
    decline: async () => (await decide('decline', 0, 'declined')).text,
    follow: async () => {
      const from = (other.pages[0] as Page).conversationId
      const stream = await openEvents(t, api.baseUrl, page.token, from)
      const text = `${self.mark} says ${self.said.length}`
      assert.equal((await page.call('POST', '/messages', { json: { text } })).status, 200)
      self.said.push(text)
      const events = []
      do events.push(...(await stream.next(1)))
      while (events.at(-1)?.data.text !== text)
      stream.close()
      return JSON.stringify(events)
    },
    pose: async () => {
      // A token of the target's shop, and of whoever they are: another shop does not take it.
      const identityToken = await other.shop.sign({ sub: other.customerId ?? 'c1', jti: crypto.randomUUID() })
      const answer = await self.shop.start({ identityToken })
      assert.equal(answer.status, self.shop === other.shop ? 200 : 401, answer.text)
      return answer.text
    },
    'reach for data': async () => {
      const reached: Answer[] = []
      for (const credential of [page.token, self.shop.key])
        for (const path of ['/orders', '/customers/c1', '/ping'])
          reached.push(await client(api.baseUrl, credential).call('GET', path))
      assert.ok(reached.every(({ status }) => status === 401))
      return reached.map(({ text }) => text).join('')
    },
  }
  const shown = await acts[what]()
  for (const { mark } of people)
    assert.ok(mark === self.mark || !shown.includes(mark), `${self.mark} was shown ${shown}`)
}

/** Everybody finds what they said and decided, and nothing else. */
async function assertUntouched(api: Api, people: Person[]): Promise<void> {
  for (const { pages, said, refund } of people) {
    for (const page of pages) {
      const { messages, refund: open } = (await page.call('GET', '/conversation')).body
      assert.deepEqual(
        messages.map(({ text }: { text: string }) => text),
        said,
      )
      assert.equal(open?.actionId, refund.status === 'awaiting_customer' ? refund.id : undefined)
    }
    assert.equal((await findRefund(api.store.read, refund.id))?.status, refund.status)
  }
}

test('no credential shows or changes anything of another workspace or customer', async (t) => {
  const api = await startServer(t)
  await fc.assert(
    fc.asyncProperty(tries, async (sequence) => {
      const people = await newWorld(api)
      for (const each of sequence) await attempt(t, api, people, each)
      await assertUntouched(api, people)
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

test('a token that no workspace issued is never accepted, whatever it looks like', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const { token } = await open('c1')
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  const alike = fc.tuple(fc.nat(token.length - 4), character).map(([at, put]) => {
    const index = at + 3
    return token.slice(0, index) + put + token.slice(index + 1)
  })
  const printable = fc.string({ minLength: 1, maxLength: 60 }).map((text) => text.replaceAll(/[^\x21-\x7e]/g, '_'))
  const made = fc.oneof(
    alike,
    printable,
    fc.nat(token.length - 1).map((length) => token.slice(0, length)),
  )
  await fc.assert(
    fc.asyncProperty(made, async (other) => {
      fc.pre(other !== token)
      const { status, text } = await client(api.baseUrl, other).call('GET', '/widget/conversation')
      assert.equal(status, 401, text)
    }),
    { numRuns: 200 },
  )
})

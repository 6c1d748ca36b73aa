import type { TestContext } from 'node:test'
import { addMessage, createConversation } from '../../src/conversations/conversations.ts'
import { leaveToPeople } from '../../src/conversations/hand-over.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { addMember } from './console.ts'
import { testClock } from './server.ts'
import { agent, ORDER, type Shop, startShop } from './shop.ts'

/** Why ten customers wait, and what they said last. */
const WAITING = [
  ['Grace Hopper', 'cancel_order', 'I ordered the wrong size. Please cancel it before it ships!'],
  ['Anna Schmidt', 'exchange', 'Kann ich die Jacke in Größe M tauschen?'],
  [null, 'guest_limit', 'Hello? Where is my parcel? I ordered it with my e-mail address at work.'],
  [
    'Bartholomew Featherstonehaugh',
    'complaint',
    'This is the third parcel that arrives broken, and nobody answers the phone.',
  ],
  ['Zoë O’Brien', 'legal', 'My lawyer will write to you.'],
  ['Ravi Patel', 'not_received', 'It says delivered, but there is nothing here.'],
  ['Léa Martin', 'invoice', 'I need an invoice with the name of my company.'],
  ['Tom Berger', 'refund', 'I want my money back for the mug.'],
  ['Mia Rossi', 'no_article', 'Do your candles contain palm oil?'],
  ['Noor Haddad', 'human', 'Can I talk to a person?'],
] as const

/** Minutes between two customers. */
const APART_MS = 12 * 60_000

/** A shop whose inbox has ten chats that wait, the oldest first, its owner Ada and its agent Ben. */
export interface InboxShop extends Shop {
  ada: string
  ben: string
  /** The chats, in the order of the list. */
  chats: string[]
  /** A message of the customer of a chat. */
  say(id: string, text: string): Promise<unknown>
  /** Many messages of both sides in a chat. */
  talkLong(id: string): Promise<void>
}

export async function startInbox(t: TestContext): Promise<InboxShop> {
  const clock = testClock(Date.now() - WAITING.length * APART_MS)
  const shop = await startShop(t, { clock })
  const { api } = shop
  const { store, workspaceId } = api
  const ada = await addMember(api)
  const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  const say = (id: string, text: string) =>
    store.write((tx) => addMessage(tx, id, { author: 'customer', text }, clock.now()))
  const chats: string[] = []
  for (const [index, [name, reason, text]] of WAITING.entries()) {
    const customerId = name === null ? null : `customer-${index}`
    const number = `#${1_480 + index}`
    if (name !== null) {
      await api.push('customers', [{ id: customerId, updatedAt: clock.now(), name, email: `c${index}@example.com` }])
      await api.push('orders', [{ ...ORDER, id: `order-${index}`, number, customerId, status: 'shipped' }])
      const parcel = { id: `parcel-${index}`, orderId: `order-${index}`, carrier: 'DHL', status: 'in_transit' }
      await api.push('shipments', [{ ...parcel, updatedAt: clock.now(), trackingNumber: `00340${index}` }])
    }
    const { id } = await store.write((tx) => createConversation(tx, { workspaceId, customerId }, clock.now()))
    await say(id, text)
    const summary = `Asked about ${number} (shipped, €50.00): "${text}"`
    await store.write((tx) => leaveToPeople(tx, id, { reason, summary }, clock.now()))
    chats.push(id)
    clock.advance(APART_MS)
  }
  const talkLong = async (id: string) => {
    const said = { workspaceId, id, agentName: 'Ben' }
    for (let turn = 0; turn < 20; turn++) {
      await say(id, `${turn + 1}. ${'It happened again, and I do not know why. '.repeat((turn % 3) + 1)}`)
      await store.write((tx) => reply(tx, agent, { ...said, text: 'Thank you. I look into it.' }, clock.now()))
    }
  }
  return { ...shop, ada, ben, chats, say, talkLong }
}

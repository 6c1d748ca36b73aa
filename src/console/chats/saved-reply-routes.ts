import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { getConversation } from '../../conversations/conversations.ts'
import {
  deleteSavedReply,
  fillReply,
  listSavedReplies,
  MAX_SAVED,
  MAX_SAVED_TEXT,
  MAX_TITLE,
  type Placeholder,
  placeholders,
  saveReply,
} from '../../conversations/saved-replies.ts'
import { type Route, route } from '../../http/route.ts'
import { choice, id, someText, text } from '../../lib/fields.ts'
import { array, object } from '../../lib/schema.ts'
import { nothing } from '../schemas.ts'
import { ofChats } from './read-routes.ts'
import { findChat } from './rows.ts'
import { readSide, type Side } from './side.ts'
import { shopNameOf } from './view.ts'

const savedReply = object('SavedReply', { id: id(), title: text(), text: text(undefined, MAX_SAVED_TEXT) })
const example = { id: 'rep_0x4kqTz1mVbJ7cYh2sNfR', title: 'Broken on arrival', text: 'We send a new one today.' }

const list = route({
  ...ofChats,
  method: 'GET',
  path: '/saved-replies',
  operationId: 'listSavedReplies',
  summary: 'List the replies that agents of the workspace send often, by title',
  status: 200,
  response: { schema: object('SavedReplies', { data: array(savedReply, MAX_SAVED) }), example: { data: [example] } },
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireAgent(actor)
    return { data: await listSavedReplies(store.read, workspace.id) }
  },
})

const filled = object('FilledReply', {
  ...{ id: id(), title: text(), text: text(undefined, MAX_SAVED_TEXT) },
  filled: text('With the values of this chat.'),
  missing: array(choice(placeholders, 'Its value is not known: it is left in the text.'), placeholders.length),
})

const listFilled = route({
  ...ofChats,
  method: 'GET',
  path: '/chats/{id}/saved-replies',
  operationId: 'listFilledReplies',
  summary: 'List the saved replies, each with its placeholders filled for a chat',
  params: v.object({ id: id('The chat.') }),
  status: 200,
  response: {
    schema: object('FilledReplies', { data: array(filled, MAX_SAVED) }),
    example: {
      data: [{ ...example, text: 'Hello {customer.firstName}!', filled: 'Hello Ada!', missing: [] }],
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, holder: { memberId, name }, actor, store: { read }, clock }) => {
    requireAgent(actor)
    const chat = await getConversation(read, workspace.id, params.id)
    const { orderId } = await findChat(read, { workspaceId: workspace.id, memberId }, chat.id)
    const side = await readSide(read, chat, orderId, clock.now())
    const values = valuesIn(side, { agent: name, shop: await shopNameOf(read, workspace.id) })
    const saved = await listSavedReplies(read, workspace.id)
    return { data: saved.map((reply) => ({ ...reply, ...fillReply(reply.text, values) })) }
  },
})

/** What placeholders stand for in a chat. The order is the one that was last spoken about, else the first beside the chat. */
function valuesIn(
  { customer, orders: [order] }: Side,
  { agent, shop }: { agent: string; shop: string },
): Record<Placeholder, string | null> {
  const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
  const name = textOf(customer?.name)
  const [parcel] = order?.shipments ?? []
  const number = [textOf(parcel?.carrier), textOf(parcel?.trackingNumber)].filter((part) => part !== null).join(' ')
  return {
    'customer.firstName': textOf(customer?.firstName) ?? name?.split(/\s+/)[0] ?? null,
    'customer.name': name,
    'order.number': textOf(order?.number),
    'order.tracking': textOf(parcel?.trackingUrl) ?? (textOf(parcel?.trackingNumber) && number),
    'agent.name': agent,
    'shop.name': shop,
  }
}

const save = route({
  ...ofChats,
  method: 'POST',
  path: '/saved-replies',
  operationId: 'saveReply',
  summary: 'Save a reply for all agents; one with the same title is replaced',
  body: {
    schema: object('NewSavedReply', {
      title: someText('What agents find it by.', MAX_TITLE),
      text: someText(
        `What customers read. Placeholders: ${placeholders.map((name) => `\`{${name}}\``).join(', ')}.`,
        MAX_SAVED_TEXT,
      ),
    }),
    size: 'widget',
    example: { title: example.title, text: example.text },
  },
  status: 200,
  response: { schema: savedReply, example },
  errors: ['CONFLICT'],
  handler: ({ body, workspace, actor, store, clock }) =>
    store.write(async (tx) => {
      const { id, title, text } = await saveReply(tx, actor, { workspaceId: workspace.id, ...body }, clock.now())
      return { id, title, text }
    }),
})

const remove = route({
  ...ofChats,
  method: 'POST',
  path: '/saved-replies/{id}/delete',
  operationId: 'deleteSavedReply',
  summary: 'Delete a saved reply',
  params: v.object({ id: id('The saved reply.') }),
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, store, clock }) => {
    await store.write((tx) => deleteSavedReply(tx, actor, { workspaceId: workspace.id, id: params.id }, clock.now()))
  },
})

export const savedReplyRoutes: Route[] = [list, listFilled, save, remove]

import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { getConversation } from '../../conversations/conversations.ts'
import { type Route, route } from '../../http/route.ts'
import { id } from '../../lib/fields.ts'
import { ofChats } from './read-routes.ts'
import { findChat } from './rows.ts'
import { exampleSide, readSide, sideView } from './side.ts'

const show = route({
  ...ofChats,
  method: 'GET',
  path: '/chats/{id}/customer',
  operationId: 'showChatCustomer',
  summary:
    'Show the customer of a chat, with orders, shipments, refunds, tickets and earlier chats: the newest 10 of each',
  description:
    'The same as `side` of the chat. Of a guest, `customer` is null, and only the orders are there that the guest has proved to know. A customer who has not been pushed has only an id.',
  params: v.object({ id: id('The chat.') }),
  status: 200,
  response: { schema: sideView, example: exampleSide },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, holder: { memberId }, actor, store: { read }, clock }) => {
    requireAgent(actor)
    const chat = await getConversation(read, workspace.id, params.id)
    const { orderId } = await findChat(read, { workspaceId: workspace.id, memberId }, chat.id)
    return readSide(read, chat, orderId, clock.now())
  },
})

export const chatCustomerRoutes: Route[] = [show]

import * as v from 'valibot'
import { requireAgent } from '../access/actor.ts'
import { getConversation } from '../conversations/conversations.ts'
import { typingPart } from '../conversations/typing.ts'
import { type Route, route } from '../http/route.ts'
import { id } from '../lib/fields.ts'
import { member } from './credentials.ts'
import { nothing } from './schemas.ts'

const typing = route({
  tag: 'Chats',
  credential: member,
  limits: ['calls'],
  method: 'POST',
  path: '/conversations/{id}/typing',
  operationId: 'reportAgentTyping',
  summary: 'Show to the customer that an agent is writing, for 6 seconds',
  description: 'At most one report in 3 seconds is passed on. Nothing is stored.',
  params: v.object({ id: id('The conversation.') }),
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ workspace, holder, actor, params, part, store, clock }) => {
    requireAgent(actor)
    const { id: conversationId } = await getConversation(store.read, workspace.id, params.id)
    const { name } = holder
    part(typingPart).note({ workspaceId: workspace.id, conversationId, author: 'agent', name }, clock.now())
  },
})

export const typingRoutes: Route[] = [typing]

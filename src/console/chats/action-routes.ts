import * as v from 'valibot'
import { type Actor, requireAgent } from '../../access/actor.ts'
import { getConversation, MAX_REPLY } from '../../conversations/conversations.ts'
import { reply } from '../../conversations/inbox.ts'
import { changeMode } from '../../conversations/modes.ts'
import { addNote, MAX_NOTE } from '../../conversations/notes.ts'
import { markReadBy } from '../../conversations/read-marks.ts'
import { type Route, route } from '../../http/route.ts'
import { id, someText } from '../../lib/fields.ts'
import { object } from '../../lib/schema.ts'
import { closeConversation } from '../../refunds/end-waiting.ts'
import type { Tx } from '../../store/store.ts'
import { nothing } from '../schemas.ts'
import { ofChats } from './read-routes.ts'

const params = v.object({ id: id('The chat.') })
const errors: ('NOT_FOUND' | 'CONFLICT')[] = ['NOT_FOUND', 'CONFLICT']

const sent = {
  schema: object('SentEntry', { id: id('The id of the new entry.') }),
  example: { id: 'msg_0VbaaJfV00007x0000Rb2mQvT9' },
}

const send = route({
  ...ofChats,
  idempotent: true,
  method: 'POST',
  path: '/chats/{id}/reply',
  operationId: 'replyInChat',
  summary: 'Reply to the customer',
  description: 'From then on people answer. A closed chat is opened again, unless the customer writes in another one.',
  params,
  body: {
    schema: object('ChatReply', { text: someText('What the customer reads.', MAX_REPLY) }),
    size: 'widget',
    example: { text: 'We send a new one today.' },
  },
  status: 200,
  response: sent,
  errors,
  handler: async ({ params, body: { text }, workspace, holder: { name, memberId }, actor, store, clock }) =>
    store.write(async (tx) => {
      const said = { workspaceId: workspace.id, id: params.id, text, agentName: name }
      const message = await reply(tx, actor, said, clock.now())
      const read = { workspaceId: workspace.id, conversationId: params.id, memberId, eventId: message.id }
      await markReadBy(tx, read)
      return { id: message.id }
    }),
})

const note = route({
  ...ofChats,
  idempotent: true,
  method: 'POST',
  path: '/chats/{id}/note',
  operationId: 'noteInChat',
  summary: 'Write a note for other agents, which the customer never sees',
  params,
  body: {
    schema: object('ChatNote', { text: someText('What agents read.', MAX_NOTE) }),
    size: 'widget',
    example: { text: 'She called, too.' },
  },
  status: 200,
  response: sent,
  errors,
  handler: async ({ params, body: { text }, workspace, holder, actor, store, clock }) =>
    store.write(async (tx) => {
      const noted = { workspaceId: workspace.id, id: params.id, text, authorName: holder.name }
      return { id: await addNote(tx, actor, noted, clock.now()) }
    }),
})

type Change = (
  tx: Tx,
  actor: Actor,
  chat: { workspaceId: string; id: string; agentName: string },
  now: number,
) => Promise<void>

/** A change of who answers. */
function change(name: string, operationId: string, summary: string, work: Change): Route {
  return route({
    ...ofChats,
    method: 'POST',
    path: `/chats/{id}/${name}`,
    operationId,
    summary,
    params,
    body: nothing,
    status: 204,
    errors,
    handler: async ({ params, workspace, holder, actor, store, clock }) => {
      const chat = { workspaceId: workspace.id, id: params.id, agentName: holder.name }
      await store.write((tx) => work(tx, actor, chat, clock.now()))
    },
  })
}

const read = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/read',
  operationId: 'markChatRead',
  summary: 'Mark a chat as read by you, up to an entry',
  params,
  body: {
    schema: object('ChatRead', { entryId: id('The last entry that you have seen.') }),
    size: 'widget',
    example: { entryId: 'msg_0VbaaJfV00007x0000Rb2mQvT9' },
  },
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ params, body: { entryId }, workspace, holder: { memberId }, actor, store }) => {
    requireAgent(actor)
    await store.write(async (tx) => {
      const { id: conversationId } = await getConversation(tx, workspace.id, params.id)
      await markReadBy(tx, { workspaceId: workspace.id, conversationId, memberId, eventId: entryId })
    })
  },
})

export const chatActionRoutes: Route[] = [
  send,
  note,
  change('take', 'takeChat', 'Take a chat: the assistant is silent', (tx, actor, chat, now) =>
    changeMode(tx, actor, { ...chat, mode: 'human' }, now),
  ),
  change('give-back', 'giveChatBack', 'Give a chat back to the assistant', (tx, actor, chat, now) =>
    changeMode(tx, actor, { ...chat, mode: 'assistant' }, now),
  ),
  change('close', 'closeChat', 'Close a chat: its waiting refunds are cancelled', closeConversation),
  read,
]

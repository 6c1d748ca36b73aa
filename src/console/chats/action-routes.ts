import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { getConversation, MAX_REPLY } from '../../conversations/conversations.ts'
import { reply } from '../../conversations/inbox.ts'
import { changeMode } from '../../conversations/modes.ts'
import { addNote, MAX_NOTE } from '../../conversations/notes.ts'
import { markReadBy } from '../../conversations/read-marks.ts'
import { type Route, route } from '../../http/route.ts'
import { choice, id, text } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { MAX_PICTURES } from '../../pictures/pictures.ts'
import { closeConversation, closeReasons } from '../../refunds/end-waiting.ts'
import { nothing } from '../schemas.ts'
import { ofChats } from './read-routes.ts'

const params = v.object({ id: id('The chat.') })
const errors: ('NOT_FOUND' | 'CONFLICT')[] = ['NOT_FOUND', 'CONFLICT']

const despite = optional(id('The member who has the chat, to whom you leave it or from whom you take it.'))

const pictures = optional(list(id('The id of a picture that you have uploaded in this chat.'), MAX_PICTURES))

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
  description:
    'From then on people answer, and a snoozed chat wakes. A closed chat is opened again, unless the customer writes in another one. A chat that nobody has is yours then. If another member has it, the response is a 409 with the `reason` `taken_by_another`: to send the reply all the same, name that member as `despite`.',
  params,
  body: {
    schema: object('ChatReply', {
      text: text('What the customer reads; may be empty with pictures.', MAX_REPLY),
      pictures,
      despite,
    }),
    size: 'widget',
    example: { text: 'We send a new one today.', despite: null },
  },
  status: 200,
  response: sent,
  errors,
  handler: async ({ params, body: { text, pictures, despite = null }, workspace, holder, actor, store, clock }) =>
    store.write(async (tx) => {
      const { name, memberId } = holder
      const said = {
        workspaceId: workspace.id,
        id: params.id,
        text,
        pictures: pictures ?? [],
        agentName: name,
        memberId,
        despite,
      }
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
    schema: object('ChatNote', { text: text('What agents read; may be empty with pictures.', MAX_NOTE), pictures }),
    size: 'widget',
    example: { text: 'She called, too.' },
  },
  status: 200,
  response: sent,
  errors,
  handler: async ({ params, body: { text, pictures }, workspace, holder: { name, memberId }, actor, store, clock }) =>
    store.write(async (tx) => {
      const noted = { workspaceId: workspace.id, id: params.id, text, pictures: pictures ?? [] }
      return { id: await addNote(tx, actor, { ...noted, authorName: name, memberId }, clock.now()) }
    }),
})

const take = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/take',
  operationId: 'takeChat',
  summary: 'Take a chat: the assistant is silent, and the chat is yours',
  description:
    'If another member has it, the response is a 409 with the `reason` `taken_by_another`: to take it all the same, name that member as `despite`.',
  params,
  body: { schema: object('TakeChat', { despite }), size: 'widget', example: {} },
  status: 204,
  errors,
  handler: async ({ params, body: { despite = null }, workspace, holder: { name, memberId }, actor, store, clock }) => {
    const taken = { workspaceId: workspace.id, id: params.id, agentName: name, memberId, despite }
    await store.write((tx) => changeMode(tx, actor, { ...taken, mode: 'human' }, clock.now()))
  },
})

const giveBack = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/give-back',
  operationId: 'giveChatBack',
  summary: 'Give a chat back to the assistant: nobody has it then',
  params,
  body: nothing,
  status: 204,
  errors,
  handler: async ({ params, workspace, holder, actor, store, clock }) => {
    const given = { workspaceId: workspace.id, id: params.id, agentName: holder.name }
    await store.write((tx) => changeMode(tx, actor, { ...given, mode: 'assistant' }, clock.now()))
  },
})

const close = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/close',
  operationId: 'closeChat',
  summary: 'Close a chat: its waiting refunds are cancelled',
  description:
    'If a refund waits that is not in `cancels`, the response is a 409 with the `reason` `refunds_wait`, and the `refunds` that wait.',
  params,
  body: {
    schema: object('CloseChat', {
      reason: optional(choice(closeReasons, 'Why, for other agents.')),
      cancels: optional(list(id('Of a waiting refund that you have been shown.'), 100)),
    }),
    size: 'widget',
    example: { reason: 'solved' },
  },
  status: 204,
  errors,
  handler: async ({ params, body: { reason = null, cancels }, workspace, holder, actor, store, clock }) => {
    const closed = { workspaceId: workspace.id, id: params.id, agentName: holder.name, reason, cancels: cancels ?? [] }
    await store.write((tx) => closeConversation(tx, actor, closed, clock.now()))
  },
})

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

export const chatActionRoutes: Route[] = [send, note, take, giveBack, close, read]

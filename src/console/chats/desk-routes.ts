import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { listMembers } from '../../access/members.ts'
import { assign } from '../../conversations/assign.ts'
import { MAX_SNOOZE_DAYS, snooze } from '../../conversations/snooze.ts'
import { chatTags, MAX_CHAT_TAG, MAX_CHAT_TAGS, MAX_TAGS_LISTED, tagConversation } from '../../conversations/tags.ts'
import { type Route, route } from '../../http/route.ts'
import { id, someText, text, time } from '../../lib/fields.ts'
import { array, list, object, optional } from '../../lib/schema.ts'
import { role } from '../schemas.ts'
import { ofChats } from './read-routes.ts'

const params = v.object({ id: id('The chat.') })

const give = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/assign',
  operationId: 'assignChat',
  summary: 'Assign a chat to a member, or to nobody',
  description: 'What the assistant answers, people answer from then on.',
  params,
  body: {
    schema: object('AssignChat', { memberId: optional(id('Who has it from now on; null: nobody.')) }),
    size: 'widget',
    example: { memberId: 'mem_0VbaaJfV00007x0000Rb2mQvT9' },
  },
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params, body: { memberId = null }, workspace, holder, actor, store, clock }) => {
    const assigned = { workspaceId: workspace.id, id: params.id, memberId, agentName: holder.name }
    await store.write((tx) => assign(tx, actor, assigned, clock.now()))
  },
})

const sleep = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/snooze',
  operationId: 'snoozeChat',
  summary: 'Snooze a chat until a time, or wake it',
  description: `A snoozed chat does not wait for people. It waits again at that time, in at most ${MAX_SNOOZE_DAYS} days, or if the customer writes before. A reply, taking, giving back and closing wake it, too.`,
  params,
  body: {
    schema: object('SnoozeChat', { until: optional(time('Null: wake it now.')) }),
    size: 'widget',
    example: { until: '2026-03-02T08:00:00.000Z' },
  },
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params, body: { until = null }, workspace, holder, actor, store, clock }) => {
    const snoozed = { workspaceId: workspace.id, id: params.id, until, agentName: holder.name }
    await store.write((tx) => snooze(tx, actor, snoozed, clock.now()))
  },
})

const tags = () => optional(list(someText(undefined, MAX_CHAT_TAG), MAX_CHAT_TAGS))

const tag = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/tags',
  operationId: 'tagChat',
  summary: `Add and remove tags of a chat, which has at most ${MAX_CHAT_TAGS}`,
  params,
  body: {
    schema: object('TagChat', { add: tags(), remove: tags() }),
    size: 'widget',
    example: { add: ['damaged'], remove: [] },
  },
  status: 200,
  response: {
    schema: object('ChatTags', { tags: array(text(undefined, MAX_CHAT_TAG), MAX_CHAT_TAGS) }),
    example: { tags: ['damaged', 'vip'] },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params, body: { add, remove }, workspace, holder, actor, store, clock }) => {
    const change = {
      workspaceId: workspace.id,
      id: params.id,
      add: add ?? [],
      remove: remove ?? [],
      agentName: holder.name,
    }
    return { tags: await store.write((tx) => tagConversation(tx, actor, change, clock.now())) }
  },
})

const listTags = route({
  ...ofChats,
  method: 'GET',
  path: '/chat-tags',
  operationId: 'listChatTags',
  summary: `List the tags that chats have, by name: at most ${MAX_TAGS_LISTED}`,
  status: 200,
  response: {
    schema: object('TagsOfChats', { data: array(text(undefined, MAX_CHAT_TAG), MAX_TAGS_LISTED) }),
    example: { data: ['damaged', 'vip'] },
  },
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireAgent(actor)
    return { data: await chatTags(store.read, workspace.id) }
  },
})

/** Most people to whom a chat can be assigned on a page. */
const MOST_PEOPLE = 1_000

const listPeople = route({
  ...ofChats,
  method: 'GET',
  path: '/chat-people',
  operationId: 'listChatPeople',
  summary: 'List the members to whom a chat can be assigned, by name',
  status: 200,
  response: {
    schema: object('ChatPeople', {
      data: array(object('ChatPerson', { memberId: id(), name: text(), role: role() }), MOST_PEOPLE),
    }),
    example: { data: [{ memberId: 'mem_0VbaaJfV00007x0000Rb2mQvT9', name: 'Ben', role: 'agent' }] },
  },
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireAgent(actor)
    const members = await listMembers(store.read, workspace.id)
    return { data: members.slice(0, MOST_PEOPLE).map(({ id: memberId, name, role }) => ({ memberId, name, role })) }
  },
})

export const chatDeskRoutes: Route[] = [give, sleep, tag, listTags, listPeople]

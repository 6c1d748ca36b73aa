import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import {
  deleteSavedReply,
  listSavedReplies,
  MAX_SAVED,
  MAX_SAVED_TEXT,
  MAX_TITLE,
  saveReply,
} from '../../conversations/saved-replies.ts'
import { type Route, route } from '../../http/route.ts'
import { id, someText, text } from '../../lib/fields.ts'
import { array, object } from '../../lib/schema.ts'
import { nothing } from '../schemas.ts'
import { ofChats } from './read-routes.ts'

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

const save = route({
  ...ofChats,
  method: 'POST',
  path: '/saved-replies',
  operationId: 'saveReply',
  summary: 'Save a reply for all agents; one with the same title is replaced',
  body: {
    schema: object('NewSavedReply', {
      title: someText('What agents find it by.', MAX_TITLE),
      text: someText(undefined, MAX_SAVED_TEXT),
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

export const savedReplyRoutes: Route[] = [list, save, remove]

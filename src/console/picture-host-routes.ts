import { requireAgent, requireManager } from '../access/actor.ts'
import { type Route, route } from '../http/route.ts'
import { int, someText, text } from '../lib/fields.ts'
import { array, object } from '../lib/schema.ts'
import {
  addPictureHost,
  listPictureHosts,
  MOST_PICTURE_HOSTS,
  removePictureHost,
  suggestPictureHosts,
} from '../objects/picture-hosts.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { requireConfirmed } from './sign-in.ts'

/** Shared by all routes of this file. */
const ofSettings = { tag: 'Settings', credential: member, limits: ['calls'] } satisfies Partial<Route>

const response = {
  schema: object('PictureHosts', {
    hosts: array(text('A host from which pages load pictures of products.'), MOST_PICTURE_HOSTS),
    suggested: array(
      object('SuggestedPictureHost', {
        host: text('A host of pushed pictures that is not listed.'),
        pictures: int('How many of the pictures of the last changed products and orders are there.'),
        example: text('One of them.'),
      }),
      10,
    ),
  }),
  example: {
    hosts: ['cdn.shop.example'],
    suggested: [{ host: 'images.shop.example', pictures: 12, example: 'https://images.shop.example/scarf.jpg' }],
  },
}

async function showHosts(reader: Reader, workspaceId: string): Promise<object> {
  return {
    hosts: await listPictureHosts(reader, workspaceId),
    suggested: await suggestPictureHosts(reader, workspaceId),
  }
}

const show = route({
  ...ofSettings,
  method: 'GET',
  path: '/settings/picture-hosts',
  operationId: 'showPictureHosts',
  summary: 'Show the hosts from which pages load pictures of products, and those of pushed pictures',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store }) => {
    requireAgent(actor)
    return showHosts(store.read, workspace.id)
  },
})

function changing(path: string, operationId: string, summary: string, change: typeof addPictureHost): Route {
  return route({
    ...ofSettings,
    method: 'POST',
    path: `/settings/picture-hosts${path}`,
    operationId,
    summary,
    body: {
      schema: object('PictureHost', { host: someText('Such as cdn.shop.example.', 300) }),
      size: 'widget',
      example: { host: 'cdn.shop.example' },
    },
    status: 200,
    response,
    errors: ['CONFLICT', 'NOT_FOUND'],
    handler: async ({ body: { host }, workspace, holder, actor, store, clock }) => {
      const now = clock.now()
      requireManager(actor)
      requireConfirmed(holder, now)
      await store.write((tx) => change(tx, actor, { workspaceId: workspace.id, host }, now))
      return showHosts(store.read, workspace.id)
    },
  })
}

/** Where pictures of products may come from. */
export const pictureHostRoutes: Route[] = [
  show,
  changing('', 'addPictureHost', 'Load pictures of products from a host', addPictureHost),
  changing('/remove', 'removePictureHost', 'Load no pictures from a host any more', removePictureHost),
]

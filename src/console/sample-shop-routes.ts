import { requireAgent, requireOperator } from '../access/actor.ts'
import { createSession, switchWorkspace } from '../access/member-sessions.ts'
import { joinAsOwner, listMemberships } from '../access/memberships.ts'
import { findSampleWorkspace } from '../access/workspaces.ts'
import { type Route, route } from '../http/route.ts'
import { conflict } from '../lib/errors.ts'
import { flag, id, text } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { customerToken } from '../sample-shop/customer-token.ts'
import { loadSampleWorkspace, removeSampleWorkspace } from '../sample-shop/workspace.ts'
import { member } from './credentials.ts'
import { nothing, sessionOf, sessionResponse, showSession } from './schemas.ts'

/** Shared by all routes of this file. */
const ours = { tag: 'System', credential: member, limits: ['calls'] } satisfies Partial<Route>

const show = route({
  ...ours,
  method: 'GET',
  path: '/sample-shop',
  operationId: 'showSampleShop',
  summary: 'Show whether the sample shop is loaded',
  status: 200,
  response: {
    schema: object('SampleShop', {
      workspaceId: optional(id('The workspace with the sample shop; null: it is not loaded.')),
      isHere: flag('Whether this session is in it.'),
    }),
    example: { workspaceId: 'org_0VbaaJfV00007x0000Rb2mQvT9', isHere: false },
  },
  errors: [],
  handler: async ({ actor, workspace, store }) => {
    requireOperator(actor)
    const workspaceId = await findSampleWorkspace(store.read)
    return { workspaceId: workspaceId ?? null, isHere: workspaceId === workspace.id }
  },
})

const load = route({
  ...ours,
  method: 'POST',
  path: '/sample-shop/load',
  operationId: 'loadSampleShop',
  summary: 'Load the sample shop into a test workspace of its own, and switch to it',
  description: 'There is one an installation. If it is there already, the session only switches to it.',
  body: nothing,
  status: 200,
  response: sessionResponse,
  errors: ['CONFLICT'],
  handler: async ({ actor, holder, hooks, sealer, store, clock, wake }) => {
    requireOperator(actor)
    const now = clock.now()
    const { memberId, email, browser } = holder
    const loaded = await store.write(async (tx) => {
      const { workspace } = await loadSampleWorkspace(tx, actor, { hooks, sealer, server: browser.server }, now)
      await joinAsOwner(tx, actor, { workspaceId: workspace.id, memberId, email }, now)
      return { workspaceId: workspace.id, role: await switchWorkspace(tx, holder, workspace.id) }
    })
    wake()
    return showSession(store.read, { ...holder, ...loaded }, now)
  },
})

const remove = route({
  ...ours,
  method: 'POST',
  path: '/sample-shop/remove',
  operationId: 'removeSampleShop',
  summary: 'Delete the workspace with the sample shop, and switch to another one',
  description: 'Its members are signed out; the caller is signed in again at once.',
  body: nothing,
  status: 200,
  response: sessionResponse,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ actor, holder, hooks, store, clock, wake, answerHeaders }) => {
    requireOperator(actor)
    const now = clock.now()
    const { memberId, browser, confirmedAt } = holder
    const token = await store.write(async (tx) => {
      const sample = await findSampleWorkspace(tx)
      const others = (await listMemberships(tx, memberId)).filter(({ workspaceId }) => workspaceId !== sample)
      const next = others.find(({ workspaceId }) => workspaceId === holder.workspaceId) ?? others[0]
      if (!next)
        throw conflict(
          'only_workspace',
          'You are a member of no other workspace, and would have no account any more. Create another workspace first.',
        )
      await removeSampleWorkspace(tx, actor, { onDeleting: hooks.onDeletingWorkspace }, now)
      const visitor = { ...browser, earlier: undefined }
      return (await createSession(tx, { memberId, visitor, workspaceId: next.workspaceId, confirmedAt }, now)).token
    })
    wake()
    answerHeaders['set-cookie'] = browser.cookie(token)
    return sessionOf(store.read, token, now)
  },
})

const token = route({
  ...ours,
  method: 'POST',
  path: '/sample-shop/token',
  operationId: 'signSampleCustomerIn',
  summary: 'Sign a customer of the sample shop in to its page',
  description:
    'Returns an identity token for the chat window. In every other workspace customers are signed in by their shop alone.',
  body: {
    schema: object('SampleCustomer', { customerId: id() }),
    size: 'widget',
    example: { customerId: 'cust-187' },
  },
  status: 200,
  response: {
    schema: object('SampleToken', { token: text('Valid once, for five minutes.', 8_192) }),
    example: { token: 'eyJ…' },
  },
  errors: ['CONFLICT'],
  handler: async ({ body: { customerId }, actor, workspace, sealer, store, clock }) => {
    requireAgent(actor)
    if ((await findSampleWorkspace(store.read)) !== workspace.id)
      throw conflict(
        'not_the_sample_shop',
        'This workspace is not the sample shop: its customers are signed in by their shop.',
      )
    const of = { workspaceId: workspace.id, customerId }
    return { token: await customerToken({ store, sealer }, actor, of, clock.now()) }
  },
})

export const sampleShopRoutes: Route[] = [show, load, remove, token]

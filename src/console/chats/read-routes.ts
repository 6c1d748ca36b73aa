import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { getConversation } from '../../conversations/conversations.ts'
import type { RefundDraft } from '../../conversations/hand-over.ts'
import { followerOf } from '../../conversations/modes.ts'
import { ratingOf } from '../../conversations/ratings.ts'
import { MAX_CHAT_TAG } from '../../conversations/tags.ts'
import { MAX_PAGE, pageQuery } from '../../http/query.ts'
import { type Route, route } from '../../http/route.ts'
import { contactOfChat, mailsOfChat } from '../../letters/states.ts'
import { flag, id, text } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { toIso } from '../../lib/time.ts'
import { awaitingIn } from '../../refunds/refunds.ts'
import type { Reader } from '../../store/store.ts'
import { latestVisit } from '../../widget/sessions.ts'
import { member } from '../credentials.ts'
import { exampleView, refundView, showRefunds } from '../refund-view.ts'
import { chatFilters, listChats } from './list.ts'
import { findChat } from './rows.ts'
import { searchChats } from './search.ts'
import { exampleSide, readSide, sideView } from './side.ts'
import { type Entry, MOST_ENTRIES, readThread } from './thread.ts'
import {
  chatView,
  contactView,
  entryView,
  exampleChat,
  exampleEntry,
  ratingView,
  shopNameOf,
  showChat,
  showChats,
  showRating,
} from './view.ts'

export const ofChats = { tag: 'Chats', credential: member, limits: ['calls'] } satisfies Partial<Route>

const SHOWN = 50

const list = route({
  ...ofChats,
  method: 'GET',
  path: '/chats',
  operationId: 'listChats',
  summary: 'List chats: those that wait first, who has waited longest before all others',
  query: v.object({
    show: v.optional(
      v.pipe(
        v.picklist(chatFilters),
        v.description(
          '`open`: all that are not closed; `waiting`: the customer waits for people; `mine`: those that you have and that are not closed; or a mode.',
        ),
      ),
    ),
    who: v.optional(v.pipe(v.picklist(['verified', 'guests']), v.description('Signed-in customers, or guests.'))),
    unread: v.optional(v.pipe(v.picklist(['true']), v.description('Only with messages that you have not read.'))),
    reason: v.optional(v.pipe(v.string(), v.maxLength(40), v.description('Only with this `handOverReason`.'))),
    tag: v.optional(v.pipe(v.string(), v.maxLength(MAX_CHAT_TAG), v.description('Only with this tag.'))),
    ...pageQuery,
  }),
  status: 200,
  response: {
    schema: object('Chats', {
      data: array(chatView, MAX_PAGE),
      nextCursor: optional(text('Where the next page begins; null on the last one.')),
    }),
    example: { data: [exampleChat], nextCursor: null },
  },
  errors: [],
  handler: async ({
    query: { show = 'open', who, unread, reason, tag, limit = SHOWN, cursor },
    workspace,
    holder,
    actor,
    store,
    clock,
  }) => {
    requireAgent(actor)
    const whose = { workspaceId: workspace.id, memberId: holder.memberId }
    const asked = { ...whose, show, who, isUnread: unread === 'true', reason, tag, cursor, limit }
    const { chats, nextCursor } = await listChats(store.read, asked)
    return { data: await showChats(store.read, workspace.id, chats, clock.now()), nextCursor }
  },
})

/** Longest text to search for. */
const MAX_SEARCH = 200

const search = route({
  ...ofChats,
  method: 'GET',
  path: '/chat-search',
  operationId: 'searchChats',
  summary: 'Find chats by what was written, by the name or e-mail address of the customer, or by an order number',
  description: 'All words of the text must be in one message. The chat with the newest event is first.',
  query: v.object({
    q: v.pipe(v.string(), v.maxLength(MAX_SEARCH), v.description('What to search for.')),
    ...pageQuery,
  }),
  status: 200,
  response: {
    schema: object('FoundChats', {
      data: array(chatView, MAX_PAGE),
      nextCursor: optional(text('Where the next page begins; null on the last one.')),
      isComplete: flag(
        'False if there may be more: messages or objects are still being indexed after an update, or the search took too long.',
      ),
    }),
    example: { data: [exampleChat], nextCursor: null, isComplete: true },
  },
  errors: [],
  handler: async ({ query: { q, limit = SHOWN, cursor }, workspace, holder, actor, store, clock }) => {
    requireAgent(actor)
    const asked = { workspaceId: workspace.id, memberId: holder.memberId, text: q, limit, cursor }
    const { chats, nextCursor, isComplete } = await searchChats(store, asked)
    return { data: await showChats(store.read, workspace.id, chats, clock.now()), nextCursor, isComplete }
  },
})

const params = v.object({ id: id('The chat.') })

const refundDraft = object('RefundDraft', {
  orderId: id(),
  orderNumber: text(),
  kind: text('Why the customer wants it.'),
  reason: text('Why the assistant did not offer it.'),
})
const visit = object('ChatVisit', {
  ...{ visitorId: optional(text()), pageUrl: optional(text()), locale: optional(text()), timeZone: optional(text()) },
})

const show = route({
  ...ofChats,
  method: 'GET',
  path: '/chats/{id}',
  operationId: 'showChat',
  summary: 'Show a chat: what was said, noted and done, the newest part of it, and beside that its customer',
  params,
  query: v.object({
    before: v.optional(
      v.pipe(
        v.string(),
        v.description('The first entry of the page before, to read older ones.'),
        v.regex(/^(?:msg|not|mod|evt|mov)_[0-9A-Za-z]{23}$/, 'must be the id of an entry'),
      ),
    ),
  }),
  status: 200,
  response: {
    schema: object('ChatDetail', {
      chat: chatView,
      shopName: text('What heads the messages of the shop itself.'),
      side: optional(sideView),
      summary: optional(
        text('What the customer asked and what was found, written by the assistant for agents.', 10_000),
      ),
      refundDraft: optional(refundDraft),
      contact: optional(contactView),
      visit: optional(visit),
      rating: optional(ratingView),
      follows: optional(id('The closed chat after which the customer wrote again.')),
      next: optional(id('The chat in which the customer of a closed one writes now.')),
      entries: array(entryView, MOST_ENTRIES),
      hasMore: v.boolean(),
      waitingRefunds: array(refundView, 100),
    }),
    example: {
      ...{
        chat: exampleChat,
        shopName: 'Wool & Linen',
        side: exampleSide,
        summary: 'Asked for a person.',
        refundDraft: null,
        contact: null,
        visit: null,
        rating: null,
        follows: null,
        next: null,
      },
      ...{ entries: [exampleEntry], hasMore: false, waitingRefunds: [exampleView] },
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, query: { before }, workspace, holder, actor, store: { read }, clock }) => {
    requireAgent(actor)
    const now = clock.now()
    const conversation = await getConversation(read, workspace.id, params.id)
    const row = await findChat(read, { workspaceId: workspace.id, memberId: holder.memberId }, params.id)
    const more = await read.get<Record<'summary' | 'refundDraft', string | null>>(
      'SELECT summary, refund_draft AS "refundDraft" FROM conversations WHERE id = ?',
      params.id,
    )
    const thread = await readThread(read, params.id, before, now)
    const waiting = await awaitingIn(read, params.id)
    const rating = await ratingOf(read, params.id)
    const place = { workspaceId: workspace.id, conversationId: params.id }
    return {
      hasMore: thread.hasMore,
      entries: await withMails(read, place, thread.entries),
      chat: await showChat(read, workspace.id, row, now),
      shopName: await shopNameOf(read, workspace.id),
      side: before === undefined ? await readSide(read, conversation, row.orderId, now) : null,
      summary: more?.summary ?? null,
      contact: await contactOfChat(read, place, conversation.customerId),
      refundDraft: showDraft(more?.refundDraft ?? null),
      visit: await latestVisit(read, params.id),
      rating: rating ? showRating(rating, now) : null,
      follows: conversation.follows,
      next: (await followerOf(read, params.id)) ?? null,
      waitingRefunds: await showRefunds(read, waiting),
    }
  },
})

/** The entries with what has become of the mails that have them. */
async function withMails(
  reader: Reader,
  place: { workspaceId: string; conversationId: string },
  entries: Entry[],
): Promise<Entry[]> {
  const mails = await mailsOfChat(reader, place)
  return entries.map((entry) => {
    const mail = mails.get(entry.id)
    return mail ? { ...entry, mail: { ...mail, at: toIso(mail.at) } } : entry
  })
}

function showDraft(stored: string | null): object | null {
  if (stored === null) return null
  const { orderId, orderNumber, kind, reason } = JSON.parse(stored) as RefundDraft
  return { orderId, orderNumber, kind, reason }
}

export const chatReadRoutes: Route[] = [list, search, show]

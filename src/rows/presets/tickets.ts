import { textOfHtml } from '../html.ts'
import type { Json, JsonObject } from '../json-object.ts'
import { isJsonObject } from '../json-object.ts'
import { put } from './fill.ts'
import { cellsIn, objectsIn } from './json-mapping.ts'
import type { JsonPreset, ObjectContext } from './preset.ts'
import { digits, email, list, text, time } from './readers.ts'

/** Words of help desks for the status of a ticket. */
const STATUSES: Record<string, string> = {
  ...{
    new: 'open',
    open: 'open',
    hold: 'open',
    active: 'open',
    pending: 'pending',
    solved: 'solved',
    resolved: 'solved',
  },
  // Freshdesk has numbers.
  ...{ closed: 'closed', 2: 'open', 3: 'pending', 4: 'solved', 5: 'closed' },
}
const PRIORITIES: Record<string, string> = {
  ...{ low: 'low', normal: 'normal', medium: 'normal', high: 'high', urgent: 'urgent', critical: 'urgent' },
  ...{ 1: 'low', 2: 'normal', 3: 'high', 4: 'urgent' },
}
const CHANNELS: Record<string, string> = {
  ...{
    email: 'email',
    chat: 'chat',
    voice: 'phone',
    phone: 'phone',
    sms: 'sms',
    whatsapp: 'sms',
    web: 'web',
    api: 'other',
  },
  ...{ facebook: 'social', instagram: 'social', twitter: 'social', 'contact-form': 'web', contact_form: 'web' },
  ...{ 1: 'email', 2: 'web', 3: 'phone', 7: 'chat' },
}

type Author = 'customer' | 'agent' | 'bot' | 'system'

/** One message in our form. Its body is HTML, or text if there is no HTML. */
interface Message {
  id: string
  createdAt: string
  author: Author
  name: string
  email: string
  html: string
  text: string
  isInternal: boolean
}

function messageOf(message: Message, place: number, context: ObjectContext): JsonObject {
  const createdAt = time('').read(message.createdAt, context)
  if (typeof createdAt !== 'number') context.reject(`messages.${place}.createdAt`, 'must be a time')
  const { name, email: address } = message
  return {
    id: message.id || String(place + 1),
    createdAt: typeof createdAt === 'number' ? createdAt : message.createdAt,
    author: {
      type: message.author,
      ...(name === '' ? {} : { name }),
      ...(address === '' ? {} : { email: address }),
    },
    body: textOfHtml(message.html) || message.text || '–',
    ...(message.isInternal ? { internal: true } : {}),
  }
}

/** Puts the words that help desks have in common. */
function putWords(object: JsonObject, words: { status: string; priority: string; channel: string }): void {
  put(object, 'status', STATUSES[words.status.toLowerCase()] ?? 'open')
  put(object, 'priority', PRIORITIES[words.priority.toLowerCase()])
  if (words.channel !== '') put(object, 'channel', CHANNELS[words.channel.toLowerCase()] ?? 'other')
}

const bodies = (messages: Message[], context: ObjectContext): Json =>
  messages.map((message, place) => messageOf(message, place, context))

/** Tickets of Zendesk's JSON export: an object a line, with its comments. */
export const zendeskTickets: JsonPreset = {
  name: 'zendesk-tickets',
  label: 'Zendesk tickets',
  type: 'tickets',
  fits: (ticket) => 'comments' in ticket && ('requester' in ticket || 'requester_id' in ticket) && 'subject' in ticket,
  ages: [time('updated_at'), time('created_at')],
  fields: {
    id: digits('id'),
    number: digits('id'),
    subject: text('subject', 'raw_subject'),
    email: email('requester.email'),
    customerName: text('requester.name'),
    assignee: text('assignee.name', 'assignee.email'),
    language: text('requester.locale'),
    tags: list('tags'),
    createdAt: time('created_at'),
  },
  finish: (object, source, context) => {
    const cell = cellsIn(source)
    putWords(object, { status: cell('status'), priority: cell('priority'), channel: cell('via.channel') })
    const requester = cell('requester.id', 'requester_id')
    const messages = objectsIn(source, 'comments').map((comment): Message => {
      const of = cellsIn(comment)
      const author = of('author.id', 'author_id')
      return {
        ...{ id: of('id'), createdAt: of('created_at'), author: author === requester ? 'customer' : 'agent' },
        ...{
          name: of('author.name'),
          email: of('author.email'),
          html: of('html_body'),
          text: of('plain_body', 'body'),
        },
        isInternal: comment.public === false,
      }
    })
    object.messages = bodies(messages, context)
  },
}

/** Tickets of Gorgias' REST API, with their messages. */
export const gorgiasTickets: JsonPreset = {
  name: 'gorgias-tickets',
  label: 'Gorgias tickets',
  type: 'tickets',
  fits: (ticket) => 'messages' in ticket && 'customer' in ticket && ('created_datetime' in ticket || 'via' in ticket),
  ages: [time('updated_datetime'), time('last_message_datetime'), time('closed_datetime'), time('created_datetime')],
  fields: {
    id: digits('id'),
    number: digits('id'),
    subject: text('subject'),
    email: email('customer.email'),
    customerName: text('customer.name'),
    assignee: text('assignee_user.name', 'assignee_user.email'),
    language: text('language'),
    createdAt: time('created_datetime'),
    closedAt: time('closed_datetime'),
  },
  finish: (object, source, context) => {
    const cell = cellsIn(source)
    putWords(object, { status: cell('status'), priority: cell('priority'), channel: cell('channel', 'via') })
    const tags = objectsIn(source, 'tags').flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    if (tags.length > 0) object.tags = tags
    const messages = objectsIn(source, 'messages').map((message): Message => {
      const of = cellsIn(message)
      return {
        ...{ id: of('id'), createdAt: of('created_datetime', 'sent_datetime') },
        ...{ author: message.from_agent === true ? 'agent' : 'customer', name: of('sender.name') },
        ...{ email: of('sender.email'), html: of('body_html'), text: of('body_text') },
        isInternal: message.public === false || of('channel') === 'internal-note',
      }
    })
    object.messages = bodies(messages, context)
  },
}

/** Tickets of Freshdesk's JSON export and REST API, with their conversations. */
export const freshdeskTickets: JsonPreset = {
  name: 'freshdesk-tickets',
  label: 'Freshdesk tickets',
  type: 'tickets',
  fits: (ticket) => 'description' in ticket && 'requester_id' in ticket && 'status' in ticket && 'source' in ticket,
  ages: [time('updated_at'), time('created_at')],
  fields: {
    id: digits('id', 'display_id'),
    number: digits('id', 'display_id'),
    subject: text('subject'),
    email: email('requester.email', 'email'),
    customerName: text('requester.name'),
    tags: list('tags'),
    createdAt: time('created_at'),
  },
  finish: (object, source, context) => {
    const cell = cellsIn(source)
    putWords(object, { status: cell('status'), priority: cell('priority'), channel: cell('source') })
    const first: Message = {
      ...{ id: `${object.id}-0`, createdAt: cell('created_at'), author: 'customer', name: cell('requester.name') },
      ...{
        email: cell('requester.email'),
        html: cell('description'),
        text: cell('description_text'),
        isInternal: false,
      },
    }
    const others = objectsIn(source, 'conversations').map((entry): Message => {
      const of = cellsIn(entry)
      return {
        ...{ id: of('id'), createdAt: of('created_at'), author: entry.incoming === true ? 'customer' : 'agent' },
        ...{ name: '', email: of('from_email'), html: of('body'), text: of('body_text') },
        isInternal: entry.private === true,
      }
    })
    object.messages = bodies([first, ...others], context)
  },
}

const HELP_SCOUT: Record<string, Author> = { customer: 'customer', user: 'agent', team: 'agent', system: 'system' }

/** Conversations of Help Scout's API, with their threads. */
export const helpscoutTickets: JsonPreset = {
  name: 'helpscout-tickets',
  label: 'Help Scout conversations',
  type: 'tickets',
  fits: (ticket) => 'primaryCustomer' in ticket && ('_embedded' in ticket || 'threads' in ticket),
  ages: [time('userUpdatedAt'), time('closedAt'), time('createdAt')],
  fields: {
    id: digits('id'),
    number: digits('number'),
    subject: text('subject'),
    email: email('primaryCustomer.email'),
    customerId: digits('primaryCustomer.id'),
    assignee: text('assignee.email'),
    createdAt: time('createdAt'),
    closedAt: time('closedAt'),
  },
  finish: (object, source, context) => {
    const cell = cellsIn(source)
    putWords(object, { status: cell('status'), priority: '', channel: cell('type') })
    const names = ['first', 'last'].map((part) => cell(`primaryCustomer.${part}`)).filter((part) => part !== '')
    if (names.length > 0) object.customerName = names.join(' ')
    const tags = objectsIn(source, 'tags').flatMap(({ tag }) => (typeof tag === 'string' ? [tag] : []))
    if (tags.length > 0) object.tags = tags
    const embedded = isJsonObject(source._embedded) ? source._embedded : source
    const messages = objectsIn(embedded, 'threads')
      .filter(({ type }) => type !== 'lineitem')
      .map((thread): Message => {
        const of = cellsIn(thread)
        return {
          ...{ id: of('id'), createdAt: of('createdAt'), author: HELP_SCOUT[of('createdBy.type')] ?? 'customer' },
          ...{ name: `${of('createdBy.first')} ${of('createdBy.last')}`.trim(), email: of('createdBy.email') },
          ...{ html: of('body'), text: '', isInternal: of('type') === 'note' },
        }
      })
    object.messages = bodies(messages.toReversed(), context)
  },
}

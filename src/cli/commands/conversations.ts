import { text as readAll } from 'node:stream/consumers'
import { Command, InvalidArgumentError, Option } from 'commander'
import { kindWords, reasonWords } from '../../assistant/answers/hand-over-words.ts'
import { type ChatFilter, chatFilters } from '../../console/chats/list.ts'
import { chatsFile } from '../../console/exports/lists.ts'
import { assigneeOf } from '../../conversations/assignees.ts'
import { getConversation, listMessages, MAX_AGENT_NAME } from '../../conversations/conversations.ts'
import { type HandedOver, handOverOf } from '../../conversations/hand-over.ts'
import { type ConversationSummary, listConversations, reply } from '../../conversations/inbox.ts'
import { changeMode } from '../../conversations/modes.ts'
import { ratingOf } from '../../conversations/ratings.ts'
import type { ConversationMessage } from '../../conversations/stored-message.ts'
import { tagsOf } from '../../conversations/tags.ts'
import { type ChatContact, type ChatMail, contactOfChat, mailsOfChat } from '../../letters/states.ts'
import { toIso, toIsoOrNull, toMinute } from '../../lib/time.ts'
import { type CloseReason, closeConversation, closeReasons } from '../../refunds/end-waiting.ts'
import type { Reader } from '../../store/store.ts'
import { latestVisit } from '../../widget/sessions.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { exportCommand, exportList } from '../kit/export-list.ts'
import { listCommand, type WorkspaceOptions, wholeNumber, workspaceCommand } from '../kit/options.ts'
import { linesOf, print, printJson, printTable, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { addDesk } from './conversation-desk.ts'

export function conversationsCommand(): Command {
  const command = new Command('conversations').description(
    'list, show and reply to conversations with customers, and choose who answers',
  )
  addList(command)
  addExport(command)
  addShow(command)
  addReply(command)
  addMode(command, 'take', 'human', 'let people answer: the assistant is silent')
  addMode(command, 'give-back', 'assistant', 'let the assistant answer the next message')
  addMode(
    command,
    'close',
    'closed',
    'close; waiting refunds are cancelled, and the next message begins a new conversation',
  )
  addDesk(command)
  return command
}

function addList(command: Command): void {
  listCommand(command.command('list'))
    .description('list conversations, newest message first')
    .addOption(new Option('--trials', 'list the trials of the console instead'))
    .addOption(new Option('--limit <n>', 'maximum number of rows').default(50).argParser(wholeNumber(1, 10_000)))
    .action(async ({ db, workspace, json, limit, trials }: WorkspaceOptions & { limit: number; trials?: boolean }) => {
      const found = await withWorkspace({ db, workspace }, async (store, workspaceId) =>
        listConversations(store.read, workspaceId, { limit, trials }),
      )
      if (json) printJson(found.map(summaryForScripts))
      else await table(found)
    })
}

function addExport(command: Command): void {
  exportCommand(command, 'conversations')
    .addOption(new Option('--show <which>', 'which conversations').choices(chatFilters).default('all'))
    .addOption(new Option('--tag <tag>', 'only with this tag'))
    .action((file: string, options: WorkspaceOptions & { show: ChatFilter; tag?: string }) => {
      const { show, tag } = options
      return exportList(file, options, {
        list: 'chats',
        filters: { show, tag },
        rowsOf: (opened) =>
          chatsFile(opened, { workspaceId: opened.workspaceId, memberId: '', show, tag, isUnread: false }),
      })
    })
}

function addShow(command: Command): void {
  workspaceCommand(command.command('show <id>'))
    .description('show all messages of a conversation')
    .action(async (id: string, { db, workspace, json }: WorkspaceOptions) => {
      const { conversation, visit, handOver, messages, mails, contact, desk, rated } = await withWorkspace(
        { db, workspace },
        async (store, workspaceId) => ({
          conversation: await getConversation(store.read, workspaceId, id),
          contact: await contactOf(store.read, workspaceId, id),
          visit: await latestVisit(store.read, id),
          handOver: await handOverOf(store.read, id),
          messages: await listMessages(store.read, id),
          mails: await mailsOfChat(store.read, { workspaceId, conversationId: id }),
          desk: await deskOf(store.read, id),
          rated: await ratingOf(store.read, id),
        }),
      )
      const { customerId, trial, mode, follows, createdAt } = conversation
      if (json) {
        const times = { createdAt: toIso(createdAt) }
        const left = handOver && { ...handOver, at: toIso(handOver.at) }
        printJson({
          ...{ id, customerId, trial, mode, follows, ...times, visit, ...desk },
          handOver: left,
          rating: rated ? { ...rated, ratedAt: toIso(rated.ratedAt) } : null,
          contact,
          messages: messages.map((message) => ({
            ...forScripts(message),
            mail: mailForScripts(mails.get(message.id)),
          })),
        })
        return
      }
      const facts = {
        ...{ customer: customerId ?? 'guest', trial: trial ? 'yes' : null, mode, follows, ...visit },
        ...{ assignee: desk.assignee?.name ?? null, 'snoozed until': desk.snoozedUntil },
        ...{ 'closed because': desk.closeReason, tags: desk.tags.join(', ') || null },
        'left the address': contact && `${contact.email}, ${contactWords[contact.state]}`,
        rating: rated ? [rated.rating, rated.text].filter((part) => part !== null).join(': ') : null,
      }
      for (const [name, value] of Object.entries({ ...facts, ...shownHandOver(handOver) }))
        if (value !== null) print(`${name}: ${value}`)
      for (const { id: messageId, sentAt, author, authorName, text, choices, pictures } of messages) {
        const name = authorName === null ? author : `${author} ${authorName}`
        print('', [strong(name), ` ${toIso(sentAt)}`], ...linesOf(text, '  '))
        for (const { id, type, width, height } of pictures ?? []) print(`  [${id}: ${type}, ${width} × ${height}]`)
        if (choices) print(`  ${choices.map((choice) => `[${choice.text}]`).join(' ')}`)
        const mail = mails.get(messageId)
        if (mail) print(`  (${mailWords(mail)})`)
      }
    })
}

/** The address that the customer left. */
async function contactOf(reader: Reader, workspaceId: string, id: string): Promise<ChatContact | null> {
  const { customerId } = await getConversation(reader, workspaceId, id)
  return contactOfChat(reader, { workspaceId, conversationId: id }, customerId)
}

const contactWords: Record<ChatContact['state'], string> = {
  confirmed: 'replies are mailed there',
  asked: 'not confirmed yet',
  waiting: 'not confirmed: the mail that asks for it waits',
  failed: 'not confirmed: the mail that asks for it was refused',
  limit: 'not confirmed: too many mails in an hour',
  stopped: 'has stopped all mails',
  unasked: 'not confirmed: no mail asked for it',
}

/** What has become of the mail with a message. */
function mailWords({ state, at, explanation }: ChatMail): string {
  const words = {
    sent: `mailed at ${toIso(at)}`,
    waiting: `waiting to be mailed at ${toIso(at)}`,
    failed: 'mail refused',
    stopped: 'mail stopped',
  }
  return explanation === null ? words[state] : `${words[state]}: ${explanation}`
}

function mailForScripts(mail: ChatMail | undefined): object | null {
  return mail ? { ...mail, at: toIso(mail.at) } : null
}

/** Who has a conversation, until when it is snoozed, why it was closed, and its tags. */
async function deskOf(reader: Reader, id: string) {
  const row = await reader.get<{ snoozedUntil: number | null; closeReason: string | null }>(
    'SELECT snoozed_until AS "snoozedUntil", close_reason AS "closeReason" FROM conversations WHERE id = ?',
    id,
  )
  return {
    assignee: (await assigneeOf(reader, id)) ?? null,
    snoozedUntil: toIsoOrNull(row?.snoozedUntil ?? null),
    closeReason: row?.closeReason ?? null,
    tags: await tagsOf(reader, id),
  }
}

/** What the assistant left to people, for people. */
function shownHandOver(handOver: HandedOver | null): Record<string, string | null> {
  if (!handOver) return {}
  const { reason, summary, at, refundDraft, contactEmail } = handOver
  const { orderNumber, lines, kind, reason: why } = refundDraft ?? { orderNumber: '', lines: [], kind: '', reason: '' }
  const items = lines.map(({ title, quantity }) => `${quantity} × ${title} of `).join(', ')
  return {
    'handed over': `${toIso(at)}, ${reason.replaceAll('_', ' ')}`,
    summary,
    'drafted refund': refundDraft && `${items}${orderNumber}${kindWords(kind)}: ${reasonWords(why)}`,
    'reply to': contactEmail,
  }
}

function addReply(command: Command): void {
  workspaceCommand(command.command('reply <id> [text]'))
    .description('send a reply; without [text], the reply is read from standard input')
    .addOption(asOption())
    .addOption(despiteOption())
    .action(async (id: string, given: string | undefined, options: WorkspaceOptions & AsOption) => {
      const { db, workspace, json, as: agentName = null, despite = null } = options
      const text = given ?? (await readAll(process.stdin)).replace(/\r?\n$/, '')
      const message = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => reply(tx, operator(), { workspaceId, id, text, agentName, despite }, clock.now())),
      )
      if (json) printJson(forScripts(message))
      else print(`Sent as ${message.id}.`)
    })
}

interface AsOption {
  as?: string
  despite?: string
  reason?: CloseReason
}

function despiteOption(): Option {
  return new Option('--despite <member id>', 'member who has the conversation, and whom you have asked')
}

function asOption(): Option {
  return new Option('--as <name>', 'name of the agent that the customer sees').argParser((name) => {
    const isGood = name.trim() !== '' && [...name].length <= MAX_AGENT_NAME && name.isWellFormed()
    if (isGood) return name
    throw new InvalidArgumentError(`Give a name of 1 to ${MAX_AGENT_NAME} characters.`)
  })
}

/** What is printed after the mode was changed. */
const CHANGED = {
  human: 'People answer in',
  assistant: 'If the assistant is on, it answers in',
  closed: 'Closed',
}

function addMode(command: Command, name: string, mode: keyof typeof CHANGED, description: string): void {
  const added = workspaceCommand(command.command(`${name} <id>`)).description(description)
  if (mode !== 'assistant') added.addOption(asOption())
  if (mode === 'human') added.addOption(despiteOption())
  if (mode === 'closed') added.addOption(new Option('--reason <reason>', 'why, for agents').choices(closeReasons))
  added.action(async (id: string, options: WorkspaceOptions & AsOption) => {
    const { db, workspace, json, as: agentName = null, despite = null, reason = null } = options
    await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
      const changed = { workspaceId, id, agentName }
      await store.write((tx) =>
        mode === 'closed'
          ? closeConversation(tx, operator(), { ...changed, reason }, clock.now())
          : changeMode(tx, operator(), { ...changed, mode, despite }, clock.now()),
      )
    })
    if (json) printJson({ id, mode, ...(mode === 'closed' ? { reason } : {}) })
    else print(`${CHANGED[mode]} ${id}.`)
  })
}

/** Times for scripts are ISO-8601 in UTC. */
function forScripts({ sentAt, ...message }: ConversationMessage): object {
  return { ...message, sentAt: toIso(sentAt) }
}

function summaryForScripts({ createdAt, lastMessage, ...summary }: ConversationSummary): object {
  return { ...summary, createdAt: toIso(createdAt), lastMessage: forScripts(lastMessage) }
}

/** Length of the last message in a table, in characters. */
const EXCERPT = 60

function table(conversations: ConversationSummary[]): Promise<void> {
  return printTable(
    ['ID', 'MODE', cut('CUSTOMER'), spare('MESSAGES'), spare('LAST'), 'BY', cut('TEXT')],
    conversations.map(({ id, mode, customerId, messages, lastMessage: { sentAt, author, text, pictures } }) => [
      id,
      mode,
      customerId ?? 'guest',
      String(messages),
      toMinute(sentAt),
      author,
      excerptOf(text || (pictures ? '[picture]' : '')),
    ]),
  )
}

function excerptOf(text: string): string {
  return [...text].length > EXCERPT ? `${[...text].slice(0, EXCERPT).join('')}…` : text
}

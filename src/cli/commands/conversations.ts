import { text as readAll } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { findWorkspace } from '../../access/workspaces.ts'
import { getConversation, listMessages, type Message } from '../../conversations/conversations.ts'
import { type ConversationSummary, listConversations, reply } from '../../conversations/inbox.ts'
import { toIso } from '../../lib/time.ts'
import { latestVisit } from '../../widget/sessions.ts'
import { operator, withStore } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption, wholeNumber, workspaceOption } from '../kit/options.ts'
import { linesOf, print, printJson, printTable, strong } from '../kit/output.ts'

type WorkspaceOptions = CommonOptions & { workspace?: string }

export function conversationsCommand(): Command {
  const command = new Command('conversations').description('read what customers say, and answer')
  addList(command)
  addShow(command)
  addReply(command)
  return command
}

function addList(command: Command): void {
  command
    .command('list')
    .description('list conversations, the one with the newest message first')
    .addOption(new Option('--limit <n>', 'at most so many').default(50).argParser(wholeNumber(1, 10_000)))
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async ({ db, workspace, json, limit }: WorkspaceOptions & { limit: number }) => {
      const found = await withStore(db, async (store) =>
        listConversations(store.read, (await findWorkspace(store.read, workspace)).id, { limit }),
      )
      if (json) printJson(found.map(summaryForScripts))
      else await table(found)
    })
}

function addShow(command: Command): void {
  command
    .command('show <id>')
    .description('show everything that was said')
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (id: string, { db, workspace, json }: WorkspaceOptions) => {
      const { conversation, visit, messages } = await withStore(db, async (store) => ({
        conversation: await getConversation(store.read, (await findWorkspace(store.read, workspace)).id, id),
        visit: await latestVisit(store.read, id),
        messages: await listMessages(store.read, id),
      }))
      const { customerId, trial, createdAt } = conversation
      if (json) {
        printJson({ id, customerId, trial, createdAt: toIso(createdAt), visit, messages: messages.map(forScripts) })
        return
      }
      const facts = { customer: customerId ?? 'guest', trial: trial ? 'yes' : null, ...visit }
      for (const [name, value] of Object.entries(facts)) if (value !== null) print(`${name}: ${value}`)
      for (const { sentAt, author, text } of messages) {
        print('', [strong(author), ` ${toIso(sentAt)}`], ...linesOf(text, '  '))
      }
    })
}

function addReply(command: Command): void {
  command
    .command('reply <id> [text]')
    .description('answer; without a text on the command line it is read from standard input')
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (id: string, given: string | undefined, { db, workspace, json }: WorkspaceOptions) => {
      const text = given ?? (await readAll(process.stdin)).replace(/\r?\n$/, '')
      const message = await withStore(db, async (store, clock) => {
        const { id: workspaceId } = await findWorkspace(store.read, workspace)
        return store.write((tx) => reply(tx, operator(), { workspaceId, id, text }, clock.now()))
      })
      if (json) printJson(forScripts(message))
      else print(`Sent as ${message.id}.`)
    })
}

/** Times leave the program as ISO-8601 in UTC. */
function forScripts({ sentAt, ...message }: Message): object {
  return { ...message, sentAt: toIso(sentAt) }
}

function summaryForScripts({ createdAt, lastMessage, ...summary }: ConversationSummary): object {
  return { ...summary, createdAt: toIso(createdAt), lastMessage: forScripts(lastMessage) }
}

/** How much of the last message a table shows, in characters. */
const EXCERPT = 60

function table(conversations: ConversationSummary[]): Promise<void> {
  return printTable(
    ['ID', 'CUSTOMER', 'MESSAGES', 'LAST', 'BY', 'TEXT'],
    conversations.map(({ id, customerId, messages, lastMessage: { sentAt, author, text } }) => [
      id,
      customerId ?? 'guest',
      String(messages),
      toIso(sentAt),
      author,
      [...text].length > EXCERPT ? `${[...text].slice(0, EXCERPT).join('')}…` : text,
    ]),
  )
}

import type { ConversationSummary } from '../../conversations/inbox.ts'
import { formatAmount } from '../../lib/amounts.ts'
import { toIso, toMinute } from '../../lib/time.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import type { Resource } from '../../objects/resource.ts'
import type { Reader } from '../../store/store.ts'
import { onOneLine, print, printTable, strong } from '../kit/output.ts'
import type { Column as TableColumn } from '../kit/table.ts'

/** A column of a list: its title, or a table column, and the text of its cells. */
export type ListColumn<T> = [name: string | TableColumn, cell: (object: T) => string]

/** The output of `show` for one object: as JSON, and for people. */
export interface Story {
  json: object
  print(): Promise<void>
}

interface ViewOptions<T> {
  resource: Resource
  columns: ListColumn<T>[]
  /** One line that identifies the object for people. */
  summary(object: T): string
  /** @throws DomainError NOT_FOUND */
  show(reader: Reader, workspaceId: string, id: string): Promise<Story>
}

/** How the command line shows objects of one type. */
export interface ObjectView extends Omit<ViewOptions<ShownObject>, 'columns'> {
  /** Prints one row for each object. */
  printList(objects: ShownObject[]): Promise<void>
}

/** `T` is the type of the resource's objects, as the API returns them. */
export function view<T>({ columns, summary, ...options }: ViewOptions<T>): ObjectView {
  return {
    ...options,
    summary: (object) => summary(object as T),
    printList: (objects) => printRows(columns, objects as T[]),
  }
}

export function printRows<T>(columns: ListColumn<T>[], objects: T[]): Promise<void> {
  return printTable(
    columns.map(([name]) => name),
    objects.map((object) => columns.map(([, cell]) => cell(object))),
  )
}

/** `2026-03-01T09:30Z`; empty for an unknown time. */
export function when(iso: string | undefined): string {
  return iso === undefined ? '' : toMinute(Date.parse(iso))
}

/** The day of a time in UTC, `2026-03-01`. */
export function day(iso: string | undefined): string {
  return iso?.slice(0, 10) ?? ''
}

/** Formats an amount in minor units with the digits of its currency; empty for an unknown amount. */
export function amount(minor: number | undefined, currency: string | undefined): string {
  if (minor === undefined) return ''
  return currency === undefined ? `${minor} minor units` : formatAmount(minor, currency)
}

/** Text on one line, of at most `max` characters. */
export function clip(text: string | undefined, max: number): string {
  const characters = [...onOneLine(text ?? '')]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('')
}

/** Shown instead of the objects while the index of a filter is built after an update. */
export function notKnownYet(name: string): string {
  return `not known yet: storewire is still indexing ${name}`
}

export function printHeading(text: string): void {
  print('', [strong(text)])
}

/** Prints names and values below each other, without unknown values. */
export function printFacts(facts: Record<string, string | undefined> | [name: string, value: string][]): void {
  const known = (Array.isArray(facts) ? facts : Object.entries(facts)).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const width = Math.max(...known.map(([name]) => name.length))
  print(...known.map(([name, value = '']) => `${name.padEnd(width)}  ${onOneLine(value)}`))
}

/** Times for scripts are ISO-8601 in UTC. */
export function chatForScripts({ createdAt, lastMessage, ...chat }: ConversationSummary): object {
  const { sentAt, ...message } = lastMessage
  return { ...chat, createdAt: toIso(createdAt), lastMessage: { ...message, sentAt: toIso(sentAt) } }
}

/** Chats below their heading, two lines each; nothing if there are none. */
export function printChats(chats: ConversationSummary[]): void {
  if (chats.length === 0) return
  printHeading('Chats')
  for (const { id, messages, trial, lastMessage } of chats) {
    const { author, sentAt, text } = lastMessage
    const count = messages === 1 ? '1 message' : `${messages} messages`
    print(`${id}  ${count}${trial ? ', trial' : ''}`)
    print(`  ${toMinute(sentAt)}  ${author}: ${clip(text, 45)}`)
  }
}

import type * as v from 'valibot'
import type { Change } from '../changes/readers.ts'
import type { Reader } from '../store/store.ts'

/** Ids, numbers and states of an event: never what people wrote, and neither names nor addresses. */
export type EventData = Record<string, string | number | null>

/** What customers wrote, and who they are: only for endpoints that an owner has allowed it. */
export interface PersonalData {
  text?: string | null
  customerName?: string | null
  customerEmail?: string | null
}

/** A type of event. */
export interface EventType {
  name: string
  /** For lists of people, such as "A customer waits for people". */
  title: string
  /** When it is sent, for the reference. */
  about: string
  /** Whether an endpoint gets it, if nothing else was chosen. */
  isDefault: boolean
  /** Whether somebody should look at once: it rings louder where a channel can. */
  isUrgent: boolean
  /** The fields of `data`, beside `sequence`, `url` and the personal data. */
  fields: v.ObjectEntries
  example: EventData
  /** What happened, as one sentence for people. */
  sentence(data: EventData): string
  /** There is no second event of a subject within `ms` milliseconds after one of these types. */
  quiet?: { ms: number; after: string[] }
}

/** An event before it has an id. */
export interface EventDraft {
  type: EventType
  /** The id of what it is about. */
  subject: string
  data: EventData
  /** The page of the console that shows it, such as `/chats/conv_…`. */
  page: string
  /** With whose erasure its personal data ends. */
  conversationId: string | null
  customerId: string | null
  personal: PersonalData | null
  /** Only for endpoints that an operator made. */
  isForOperators?: boolean
}

/** What one change says. */
export interface ReadChange {
  workspaceId: string
  change: Change
  /** Whether an endpoint may get personal data. */
  isPersonal: boolean
}

/** Makes events of changes. All sources are in a list: see `types.ts`. */
export interface EventSource {
  /** The kinds of change that it reads. */
  kinds: string[]
  types: EventType[]
  draftsOf(reader: Reader, read: ReadChange): Promise<EventDraft[]>
}

/** A type of event that is made of facts, if they are what it is about. */
export interface TypeOf<Facts> extends EventType {
  when(facts: Facts): boolean
}

type Common<Facts> = (facts: Facts) => Omit<EventDraft, 'type' | 'personal'>

/**
 * A source whose types read the same facts: to add a type is a row of `types`.
 *
 * @param factsOf the facts of a change; undefined if there is nothing to report
 */
export function sourceOf<Facts>({
  kinds,
  types,
  factsOf,
  draft,
  personalOf,
}: {
  kinds: string[]
  types: TypeOf<Facts>[]
  factsOf(reader: Reader, read: ReadChange): Promise<Facts | undefined>
  draft: Common<Facts>
  personalOf?(reader: Reader, facts: Facts): Promise<PersonalData>
}): EventSource {
  return {
    kinds,
    types,
    draftsOf: async (reader, read) => {
      const facts = await factsOf(reader, read)
      if (facts === undefined) return []
      const found = types.filter((type) => type.when(facts))
      if (found.length === 0) return []
      const personal = read.isPersonal && personalOf ? await personalOf(reader, facts) : null
      return found.map((type) => ({ ...draft(facts), type, personal }))
    },
  }
}

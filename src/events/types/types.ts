import { DomainError } from '../../lib/errors.ts'
import { nearest } from '../../lib/nearest.ts'
import type { EventSource, EventType } from '../event-type.ts'
import { connectionSource } from './connections.ts'
import { conversationSource } from './conversations.ts'
import { backupSource, endpointSource, importSource, pushSource } from './others.ts'
import { refundSource } from './refunds.ts'

/** All sources of events. */
export const eventSources: EventSource[] = [
  conversationSource,
  refundSource,
  endpointSource,
  connectionSource,
  importSource,
  pushSource,
  backupSource,
]

/** All types that an endpoint can get, in the order of lists. */
export const eventTypes: EventType[] = eventSources.flatMap(({ types }) => types)

/** A test, which every endpoint gets when somebody asks for it. */
export const testType: EventType = {
  name: 'test',
  title: 'A test',
  about: 'Somebody tests the endpoint, or switches it on.',
  isDefault: true,
  isUrgent: false,
  fields: {},
  example: {},
  sentence: () => 'This is a test: events of storewire arrive here.',
}

/** @throws Error for a type that no version of this program has stored */
export function eventType(name: string): EventType {
  const type = [testType, ...eventTypes].find((candidate) => candidate.name === name)
  if (!type) throw new Error(`there is no type of event ${name}`)
  return type
}

export const defaultTypes: string[] = eventTypes.filter(({ isDefault }) => isDefault).map(({ name }) => name)

/** @throws DomainError BAD_REQUEST for a type that does not exist, with the nearest one */
export function checkTypes(names: string[]): string[] {
  const known = eventTypes.map(({ name }) => name)
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    throw new DomainError(
      'BAD_REQUEST',
      'event_type',
      `Unknown type of event ${name}. Use ${meant === undefined ? `one of ${known.join(', ')}` : meant}.`,
    )
  }
  if (names.length === 0) throw new DomainError('BAD_REQUEST', 'no_event_type', 'Choose at least one type of event.')
  // In the order of lists.
  return known.filter((name) => names.includes(name))
}

import type { Webhook } from '../http/openapi/webhook.ts'
import { choice, id, int, text, time } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import type { EventType } from './event-type.ts'
import { eventTypes, testType } from './types/types.ts'

export const EVENTS_TAG = 'Events'

/** What webhooks get, for the API reference. */
export function eventWebhooks(): Webhook[] {
  return [...eventTypes, testType].map(webhookOf)
}

function webhookOf({ name, title, about, fields, example }: EventType): Webhook {
  const named = name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return {
    name,
    tag: EVENTS_TAG,
    summary: title,
    description: about,
    schema: object(`${named}Event`, {
      id: id('The event: the same at each try, and if it is sent again.'),
      type: choice([name]),
      createdAt: time(),
      workspace: id('The workspace.'),
      data: object(`${named}EventData`, {
        ...fields,
        sequence: int('Grows from event to event of a workspace: drop an older one about the same thing.'),
        url: optional(text('The page of the console. Null if the server has no public address.')),
      }),
    }),
    example: {
      id: 'evt_1cHVhW19ocgbwL2P1MZzYq',
      type: name,
      createdAt: '2026-03-01T09:30:00.000Z',
      workspace: 'org_0x4kqTz1mVbJ7cYh2sNfR',
      data: { ...example, sequence: 42, url: 'https://support.example.com/console' },
    },
  }
}

import * as v from 'valibot'
import { listUpTo } from '../lookup/list.ts'
import { tickets } from '../objects/types/ticket.ts'
import type { Tool } from './tool.ts'

/** A past ticket of the customer, without notes of agents. */
export interface ViewedTicket {
  id: string
  subject: string | null
  messages: { author: string; text: string }[]
}

const MOST_TICKETS = 3
const MOST_MESSAGES = 6
const MOST_CHARACTERS = 500

interface Message {
  author?: { type?: string }
  body?: string
  internal?: boolean
}

/** The customer's own past tickets, the newest change first, each with its last messages. */
export const listTickets: Tool<Record<string, never>, ViewedTicket[]> = {
  name: 'list_tickets',
  description: "Lists the signed-in customer's own past tickets with their last messages.",
  input: v.object({}) as v.GenericSchema<unknown, Record<string, never>>,
  allowed: 'customer',
  run: async ({ read, asker: { workspaceId, customerId } }) => {
    if (customerId === null) return []
    const page = await listUpTo(read, tickets, workspaceId, { filters: { customerId }, limit: MOST_TICKETS })
    return page.data.map(({ id, subject, messages }) => ({
      id,
      subject: typeof subject === 'string' ? subject : null,
      messages: ((messages ?? []) as Message[])
        .filter(({ internal, author }) => !internal && author?.type !== 'system')
        .slice(-MOST_MESSAGES)
        .map(({ author, body }) => ({ author: author?.type ?? 'agent', text: (body ?? '').slice(0, MOST_CHARACTERS) })),
    }))
  },
  objects: (found) => found.map(({ id }) => `tickets/${id}`),
}

import { DomainError } from '../lib/errors.ts'
import { nextTurn } from '../lib/gate.ts'
import { findUpTo } from '../lookup/list.ts'
import { getObject } from '../objects/find/read.ts'
import { customers } from '../objects/types/customer.ts'
import { orders } from '../objects/types/order.ts'
import type { Reader, Store } from '../store/store.ts'
import { createCatalogs } from '../tools/catalog.ts'
import { trialDesk } from '../tools/refund-desk.ts'
import type { ToolCall } from '../tools/tool.ts'
import { type Answer, type ConversationState, newConversation } from './answer.ts'
import { aboutOf, answer } from './plan.ts'
import { getAssistantSettings } from './settings.ts'

export interface TriedAnswer extends Answer {
  /** What was read and offered, in order. */
  calls: ToolCall[]
}

/** A conversation for trying the assistant. It stores nothing, asks no shop for amounts and offers no real refund. */
export interface Trial {
  say(message: string): Promise<TriedAnswer>
}

/**
 * @param customerId the signed-in customer; null for a guest
 * @throws DomainError NOT_FOUND for a customer of whom nothing was pushed: a mistyped id would look like a customer without orders
 */
export async function startTrial(
  store: Pick<Store, 'read' | 'readSlowly'>,
  {
    workspaceId,
    customerId,
    locale,
    now,
  }: { workspaceId: string; customerId: string | null; locale?: string | null; now: () => number },
): Promise<Trial> {
  const { read } = store
  if (customerId !== null) await requireKnown(read, workspaceId, customerId)
  const catalogs = createCatalogs(store, now)
  const settings = await getAssistantSettings(read, workspaceId)
  const desk = trialDesk(read, now)
  let state: ConversationState = newConversation
  const proven = new Set<string>()
  return {
    say: async (message) => {
      const calls: ToolCall[] = []
      const asker = { workspaceId, customerId, provenOrders: proven }
      const tools = {
        read,
        now: now(),
        asker,
        settings,
        catalog: await catalogs.of(workspaceId, aboutOf({ text: message }, state)),
        desk,
        guests: { mayTry: async () => true },
        onCall: (call: ToolCall) => void calls.push(call),
        pause: nextTurn,
      }
      const answered = await answer(tools, state, { text: message, locale: locale ?? null })
      state = answered.state
      for (const orderId of answered.tried?.orderIds ?? []) proven.add(orderId)
      return { ...answered, calls }
    },
  }
}

/** Shops may push orders without their customers. */
async function requireKnown(reader: Reader, workspaceId: string, id: string): Promise<void> {
  if (await getObject(reader, customers, workspaceId, id)) return
  const own = await findUpTo(reader, orders, workspaceId, { filters: { customerId: id }, limit: 1 })
  if (!own?.data.length)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_customer',
      `There is no customer ${id}, and no order of one. Check the id.`,
    )
}

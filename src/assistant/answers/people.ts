import type { Command, CommandName } from '../commands.ts'
import { type Draft, handOver, say } from '../draft.ts'
import type { Templates } from '../templates/en.ts'
import { sayStatus } from './orders.ts'
import { whichOrder } from './which-order.ts'

const URGENT = new Set<CommandName>(['legal', 'fraud', 'complaint', 'cancel_order', 'change_address'])

/** What only people can do: says how far the order is, and hands over with a summary. */
export async function answerByPeople(draft: Draft, command: Command): Promise<void> {
  const { says } = draft.speech
  const { name, text } = command
  const cannot = says.cannot[name as keyof Templates['cannot']]
  if (cannot) say(draft, cannot)
  if (name === 'complaint') say(draft, says.sorry)
  let about = ''
  if (cannot && draft.tools.asker.customerId !== null) {
    const order = await whichOrder(draft, command)
    if (order) {
      sayStatus(draft, order)
      about = ` Order ${order.number}, status ${order.status ?? 'unknown'}.`
    }
    // The question which order comes first: people take over when it is known.
    if (!order && draft.state.pending) return
  }
  const priority = URGENT.has(name) ? 'high' : 'normal'
  handOver(draft, {
    reason: name,
    priority,
    summary: `${name.replaceAll('_', ' ')}.${about} In the customer's words: ${text}`,
  })
}

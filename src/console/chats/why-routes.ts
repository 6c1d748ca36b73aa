import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { commands as allCommands } from '../../assistant/commands/list.ts'
import { getConversation } from '../../conversations/conversations.ts'
import { type Route, route } from '../../http/route.ts'
import { DomainError } from '../../lib/errors.ts'
import { choice, id, text, time } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { type ReasonKind, reasonKinds } from '../../refunds/reasons.ts'
import { ofChats } from './read-routes.ts'

/** The commands of a turn in plain words. Older turns have commands that there are no longer. */
function understoodOf(stored: string) {
  const commands = JSON.parse(stored) as { name: string; kind: ReasonKind | null; runnerUp?: string }[]
  // What follows is for models: how slots are filled.
  const meaningOf = (name: string) =>
    allCommands.find((kind) => kind.name === name)?.meaning?.split(';')[0] ?? name.replaceAll('_', ' ')
  return commands.map(({ name, kind, runnerUp }) => ({
    ...{ name, kind, meaning: meaningOf(name) },
    runnerUp: runnerUp === undefined ? null : meaningOf(runnerUp),
  }))
}

const why = route({
  ...ofChats,
  method: 'GET',
  path: '/chats/{id}/why/{messageId}',
  operationId: 'explainMessage',
  summary: 'Explain why the assistant wrote a message: commands, facts with their sources, and what was read',
  params: v.object({ id: id('The chat.'), messageId: id('The message of the assistant.') }),
  status: 200,
  response: {
    schema: object('MessageReason', {
      engine: text('What understood the customer.'),
      language: text(),
      verdict: text('Whether the assistant answered or handed over.'),
      commands: array(
        object('UnderstoodCommand', {
          name: text(),
          kind: optional(choice(reasonKinds)),
          meaning: text('What it means, in plain words.'),
          runnerUp: optional(text('What the words mean nearly as well, in plain words.')),
        }),
        100,
      ),
      facts: array(
        object('UsedFact', {
          source: text('The object that it is from, such as `orders/o_1001`.'),
          values: array(object('UsedValue', { name: text(), value: text(undefined, 10_000) }), 100),
          updatedAt: optional(time()),
        }),
        100,
      ),
      calls: array(object('ToolUse', { tool: text(), objects: array(text(), 100), outcome: text() }), 100),
    }),
    example: {
      ...{
        engine: 'rules',
        language: 'en',
        verdict: 'answered',
        commands: [{ name: 'order_status', kind: null, meaning: 'where an order is, when it comes', runnerUp: null }],
      },
      facts: [{ source: 'orders/o_1001', values: [{ name: 'status', value: 'shipped' }], updatedAt: null }],
      calls: [{ tool: 'get_order', objects: ['orders/o_1001'], outcome: 'found' }],
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, store: { read } }) => {
    requireAgent(actor)
    await getConversation(read, workspace.id, params.id)
    const turn = await read.get<
      Record<'id' | 'engine' | 'language' | 'verdict' | 'commands' | 'facts', string> & { at: number }
    >(
      `SELECT id, engine, language, verdict, commands, facts, created_at AS at FROM assistant_turns
       WHERE message_id = ? AND conversation_id = ?`,
      params.messageId,
      params.id,
    )
    if (!turn)
      throw new DomainError('NOT_FOUND', 'no_such_turn', 'The assistant wrote no such message, or only a fixed text.')
    const calls = await read.all<{ tool: string; objects: string; outcome: string }>(
      // Rows from before an update know only the time of their turn.
      `SELECT tool, objects, outcome FROM tool_calls
       WHERE conversation_id = ? AND (turn_id = ? OR (turn_id IS NULL AND at = ?)) ORDER BY id LIMIT 100`,
      params.id,
      turn.id,
      turn.at,
    )
    const { engine, language, verdict } = turn
    const facts = JSON.parse(turn.facts) as { source: string; values: object; updatedAt: string | null }[]
    return {
      ...{ engine, language, verdict, commands: understoodOf(turn.commands) },
      facts: facts.map(({ source, values, updatedAt }) => ({
        ...{ source, updatedAt },
        values: Object.entries(values).map(([name, value]) => ({
          name,
          value: typeof value === 'string' ? value : JSON.stringify(value),
        })),
      })),
      calls: calls.map(({ tool, objects, outcome }) => ({ tool, outcome, objects: JSON.parse(objects) })),
    }
  },
})

export const chatWhyRoutes: Route[] = [why]

import { connectionById } from '../../connect/connections.ts'
import type { KindName } from '../../connect/kinds.ts'
import { problemSentence } from '../../connect/problems.ts'
import { type BegunProblem, CONNECTION_PROBLEM } from '../../connect/watch.ts'
import { text } from '../../lib/fields.ts'
import { DAY_MS } from '../../lib/time.ts'
import { sourceOf } from '../event-type.ts'

interface Problem {
  id: string
  kind: KindName
  problem: string
}

/** Problems of the connection with a shop. */
export const connectionSource = sourceOf<Problem>({
  kinds: [CONNECTION_PROBLEM],
  types: [
    {
      name: 'connection.problem',
      title: 'The shop has a problem',
      about:
        'Something is wrong with the connection to the shop: nothing was heard from it, changes wait in it for too long, its key was revoked, its refund endpoint does not answer, or its plugin reports a problem.',
      isDefault: true,
      isUrgent: true,
      fields: {
        connectionId: text('The connection.'),
        kind: text('The shop system, such as `woocommerce`.'),
        problem: text('What is wrong, as one word for programs, such as `not_heard` or `queue_stuck`.'),
      },
      example: { connectionId: 'con_0VbaoV8B0000GRiw6PwSfiY', kind: 'woocommerce', problem: 'not_heard' },
      sentence: ({ kind, problem }) => problemSentence(String(problem), kind as KindName),
      // A problem that comes and goes is reported once a day.
      quiet: { ms: DAY_MS, after: ['connection.problem'] },
      when: () => true,
    },
  ],
  factsOf: async (reader, { change }) => {
    const connection = await connectionById(reader, change.ids[0] ?? '')
    const { problem } = change.data as BegunProblem
    return connection && { id: connection.id, kind: connection.kind, problem }
  },
  draft: ({ id, kind, problem }) => ({
    subject: `${id} ${problem}`,
    data: { connectionId: id, kind, problem },
    page: '/connection',
    conversationId: null,
    customerId: null,
  }),
})

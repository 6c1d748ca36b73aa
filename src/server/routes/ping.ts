import { text } from '../../ingest/fields.ts'
import { object } from '../../ingest/schema.ts'
import { route } from '../route.ts'

export const ping = route({
  method: 'GET',
  path: '/ping',
  tag: 'Keys',
  operationId: 'ping',
  summary: 'Check a key',
  description: 'Answers with the workspace that the key belongs to.',
  auth: 'secret',
  limits: ['calls'],
  status: 200,
  response: {
    schema: object('Ping', { orgId: text("The key's workspace.") }),
    example: { orgId: 'org_0x4kqTz1mVbJ7cYh2sNfR' },
  },
  errors: [],
  handler: async ({ workspace }) => ({ orgId: workspace.id }),
})

import { route } from '../http/route.ts'
import { text } from '../objects/fields.ts'
import { object } from '../objects/schema.ts'

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

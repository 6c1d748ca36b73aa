import { text } from '../lib/fields.ts'
import { object } from '../lib/schema.ts'
import { secretKey } from './credentials/keys.ts'
import { route } from './route.ts'

export const ping = route({
  method: 'GET',
  path: '/ping',
  tag: 'Keys',
  operationId: 'ping',
  summary: 'Check a key',
  description: 'Returns the workspace that the key belongs to.',
  credential: secretKey,
  limits: ['calls'],
  status: 200,
  response: {
    schema: object('Ping', { orgId: text("The key's workspace.") }),
    example: { orgId: 'org_0x4kqTz1mVbJ7cYh2sNfR' },
  },
  errors: [],
  handler: async ({ workspace }) => ({ orgId: workspace.id }),
})

import type * as v from 'valibot'
import type { Schemas } from './schemas.ts'

/** A request that storewire sends to servers of others, for the API reference. */
export interface Webhook {
  name: string
  tag: string
  summary: string
  description: string
  schema: v.GenericSchema
  example: unknown
}

/** The `webhooks` of the document. */
export function webhooksOf(webhooks: Webhook[], schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: operationOf(webhook, schemas) }]))
}

function operationOf({ name, tag, summary, description, schema, example }: Webhook, schemas: Schemas) {
  return {
    tags: [tag],
    operationId: `on ${name}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description,
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.responseRef(schema), example } },
    },
    responses: {
      '2XX': { description: 'Your server has it, within 10 seconds. Any other response is tried again.' },
      '410': { description: 'The endpoint is gone: it is disabled at once.' },
    },
  }
}

import type * as v from 'valibot'

/** A request that storewire sends to servers of others, for the API reference. */
export interface Webhook {
  name: string
  tag: string
  summary: string
  description: string
  schema: v.GenericSchema
  example: unknown
}

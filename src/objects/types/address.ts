import { country, text } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'

export const Address = object('Address', {
  name: optional(text()),
  company: optional(text()),
  line1: optional(text()),
  line2: optional(text()),
  city: optional(text()),
  region: optional(text('State, province or county.')),
  postalCode: optional(text()),
  country: optional(country('ISO 3166-1 alpha-2 code.')),
  phone: optional(text()),
})

import { country, objectId, text, time } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { custom } from '../custom.ts'

/** Fields of every pushed object. */
export const identity = {
  id: objectId('Your own id of the object. Pushing the same id again updates it.'),
  updatedAt: time(
    'When your system last changed the object. A push that is not newer than the stored copy is ignored as `stale`.',
  ),
  custom: optional(custom()),
}

export function tags(doc?: string) {
  return optional(list(text(doc, 255), 250))
}

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

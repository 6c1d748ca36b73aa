import { objectId, text, time } from '../../lib/fields.ts'
import { list, optional } from '../../lib/schema.ts'
import { custom } from '../custom.ts'

/** What every pushed object has. */
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

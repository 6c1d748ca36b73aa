import * as v from 'valibot'
import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { someText } from '../lib/fields.ts'
import type { Tx } from '../store/store.ts'
import { addAgentTag, removeAgentTag } from './agent-tags.ts'
import { noSuchObject } from './erase.ts'
import { getObject, type ShownObject } from './find/read.ts'
import { customers } from './types/customer.ts'

/** The same limit as for a pushed tag. */
const Tag = someText(undefined, 255)
/** The same limit as for the tags of one push. */
const MOST_TAGS = 250

interface TagRequest {
  workspaceId: string
  /** The shop's own id of the customer. */
  id: string
  tag: string
}

/**
 * Adds a tag to a customer on behalf of an agent. Adding it twice changes nothing.
 *
 * @returns the customer with all tags
 * @throws DomainError FORBIDDEN; NOT_FOUND; BAD_REQUEST unless the tag has 1 to 255 characters; CONFLICT if the customer has 250 tags
 */
export async function tagCustomer(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, tag }: TagRequest,
  now: number,
): Promise<ShownObject> {
  requireAgent(actor)
  const { issues } = v.safeParse(Tag, tag)
  if (issues) throw new DomainError('BAD_REQUEST', 'invalid_tag', `Invalid tag: it ${issues[0].message}.`)
  const customer = await getObject(tx, customers, workspaceId, id)
  if (!customer) throw noSuchObject(customers)
  const tags = tagsOf(customer)
  if (tags.length >= MOST_TAGS && !tags.includes(tag))
    throw conflict('too_many_tags', `The customer has ${MOST_TAGS} tags or more. Remove one first.`)
  const isNew = await addAgentTag(tx, { workspaceId, customerId: id, tag, agent: actor.name }, now)
  // Without the text of the tag, which may be personal data: the audit log is kept when the customer is erased.
  if (isNew) await audit(tx, { workspaceId, actor, action: 'customer.tag_added', target: id, at: now })
  return { ...customer, tags: tags.includes(tag) ? tags : [...tags, tag] }
}

/**
 * Removes a tag that an agent added.
 *
 * @returns the customer with the remaining tags
 * @throws DomainError FORBIDDEN; NOT_FOUND; CONFLICT if the tag was pushed by the shop
 */
export async function untagCustomer(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, tag }: TagRequest,
  now: number,
): Promise<ShownObject> {
  requireAgent(actor)
  const isRemoved = await removeAgentTag(tx, { workspaceId, customerId: id, tag })
  const customer = await getObject(tx, customers, workspaceId, id)
  if (!customer) throw noSuchObject(customers)
  if (!isRemoved) throw noSuchTag(customer, tag)
  await audit(tx, { workspaceId, actor, action: 'customer.tag_removed', target: id, at: now })
  return customer
}

function tagsOf({ tags }: ShownObject): string[] {
  return (tags as string[] | undefined) ?? []
}

function noSuchTag(customer: ShownObject, tag: string): DomainError {
  if (tagsOf(customer).includes(tag))
    return conflict(
      'tag_of_the_shop',
      `The tag ${tag} was pushed by the shop, not added by an agent. Remove it in the shop.`,
    )
  return new DomainError('NOT_FOUND', 'no_such_tag', `The customer has no tag ${tag}. Check its spelling.`)
}

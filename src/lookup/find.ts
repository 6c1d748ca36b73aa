import { DomainError } from '../lib/errors.ts'
import { Problem } from '../lib/schema.ts'
import { getObject, LIST_PAGE_BYTES, type ShownObject } from '../objects/read.ts'
import type { Resource } from '../objects/resource.ts'
import { resources } from '../objects/resources.ts'
import { orders } from '../objects/types/order.ts'
import { type SearchedResource, searchedResources } from '../search/indexed-types.ts'
import { type Hit, searchWords } from '../search/search.ts'
import type { Reader, Store } from '../store/store.ts'
import { findUpTo } from './list.ts'

/** A found object, and what matches the text: fields, `words` if the object has all its words, else `similar`. */
export interface Found {
  resource: Resource
  object: ShownObject
  by: string[]
}

export interface Finding {
  /** The best match first. */
  found: Found[]
  /** Fields that more objects match than were returned. */
  cutOff: { resource: Resource; by: string }[]
  /** Types whose indexes are still being built after an update: a number or e-mail address does not find their objects yet. */
  notReady: Resource[]
  /** Types whose words are being indexed: some of their objects are not found by words yet. */
  notIndexed: Resource[]
  /** False if the search was ended by its time limit, or the objects are too large for one answer. */
  isComplete: boolean
}

export interface FindOptions {
  types?: Resource[] | undefined
  /** Most objects. */
  limit?: number | undefined
}

/** Filters that identify one object, not a group of objects. */
const NAMING = new Set(['number', 'email', 'phone', 'trackingNumber', 'sku'])

/** Objects of one type returned for one field. */
const MOST_FOUND = 10
export const DEFAULT_FOUND = 20

/**
 * Finds objects by an id, order number, e-mail address, phone number, tracking number or SKU, and by words.
 *
 * @throws DomainError BAD_REQUEST for an empty text; SERVICE_UNAVAILABLE if too many searches wait
 */
export async function find(
  store: Pick<Store, 'read' | 'readSlowly'>,
  workspaceId: string,
  text: string,
  { types = resources, limit = DEFAULT_FOUND }: FindOptions = {},
): Promise<Finding> {
  const { read } = store
  const trimmed = text.trim()
  if (trimmed === '')
    throw new DomainError(
      'BAD_REQUEST',
      'nothing_to_find',
      'Nothing to find: the text is empty. Give an id, a number, an e-mail address or words.',
    )
  const finding: Finding = { found: [], cutOff: [], notReady: [], notIndexed: [], isComplete: true }
  for (const resource of types) {
    // White space may have come along with a copied text, or be part of an id.
    for (const id of new Set([text, trimmed])) {
      const object = await getObject(read, resource, workspaceId, id)
      if (object) add(finding, resource, object, 'id')
    }
  }
  for (const resource of types) await findByFilters(read, resource, workspaceId, trimmed, finding)
  await findByWords(store, types, workspaceId, trimmed, limit, finding)
  return cut(finding, limit)
}

async function findByFilters(
  reader: Reader,
  resource: Resource,
  workspaceId: string,
  text: string,
  finding: Finding,
): Promise<void> {
  for (const { name, read } of resource.filters) {
    // Each look-up searches all parts of an index, and most texts are no e-mail addresses.
    if (!NAMING.has(name) || read(text) instanceof Problem || (name === 'email' && !text.includes('@'))) continue
    const query = { filters: { [name]: text }, limit: MOST_FOUND }
    const page = await findUpTo(reader, resource, workspaceId, query)
    if (page === null) {
      finding.notReady.push(resource)
      return
    }
    for (const object of page.data) add(finding, resource, object, name)
    if (page.nextCursor !== null && page.data.length > 0) finding.cutOff.push({ resource, by: name })
  }
}

/** A text that names an object finds only objects with all its words besides, none with similar ones. */
async function findByWords(
  store: Pick<Store, 'read' | 'readSlowly'>,
  types: Resource[],
  workspaceId: string,
  text: string,
  most: number,
  finding: Finding,
): Promise<void> {
  const searched = searchedResources.filter((resource) => types.includes(resource))
  const onlyAll = finding.found.length > 0
  const { hits, isComplete } = await searchWords(store, { workspaceId, text, resources: searched, most, onlyAll })
  finding.isComplete &&= isComplete
  const filling = await store.read.all<{ resource: string }>('SELECT resource FROM search_fills')
  finding.notIndexed = searched.filter(({ name }) => filling.some(({ resource }) => resource === name))
  const favored: { hit: Hit; object: ShownObject; score: number }[] = []
  for (const hit of hits) {
    const object = await getObject(store.read, hit.resource, workspaceId, hit.id)
    // The index may be behind an erasure of another process.
    if (object) favored.push({ hit, object, score: hit.score * favorOf(hit.resource, object) })
  }
  favored.sort((one, other) => one.hit.stage - other.hit.stage || other.score - one.score)
  for (const { hit, object } of favored)
    if (!isFound(finding, hit.resource, object.id))
      add(finding, hit.resource, object, hit.stage === 0 ? 'words' : 'similar')
}

function favorOf({ searched }: SearchedResource, object: ShownObject): number {
  return searched.favor?.(object) ?? 1
}

function isFound({ found }: Finding, resource: Resource, id: string): boolean {
  return found.some((one) => one.resource === resource && one.object.id === id)
}

function add({ found }: Finding, resource: Resource, object: ShownObject, by: string): void {
  const known = found.find((one) => one.resource === resource && one.object.id === object.id)
  if (known) known.by.push(by)
  else found.push({ resource, object, by: [by] })
}

/** At most `limit` objects, and 4 MiB of them. */
function cut(finding: Finding, limit: number): Finding {
  const found: Found[] = []
  let bytes = 0
  for (const one of finding.found.slice(0, limit)) {
    bytes += JSON.stringify(one.object).length
    if (bytes > LIST_PAGE_BYTES && found.length > 0) return { ...finding, found, isComplete: false }
    found.push(one)
  }
  return { ...finding, found }
}

/** Orders returned for one text. */
export const MOST_ORDERS = 10

export interface NamedOrders {
  found: ShownObject[]
  /** False while the index of order numbers is being built after an update: then only an id finds its order. */
  isComplete: boolean
}

/** Orders with this id, number or e-mail address, the newest change first. White space around the text does not count. */
export async function ordersNamed(reader: Reader, workspaceId: string, text: string): Promise<NamedOrders> {
  const wanted = text.trim()
  if (wanted === '') return { found: [], isComplete: true }
  const byId = await getObject(reader, orders, workspaceId, wanted)
  const found = byId ? [byId] : []
  const filter = wanted.includes('@') ? 'email' : 'number'
  // A text such as `#` is not a number at all.
  const isFilter = !(orders.filters.find(({ name }) => name === filter)?.read(wanted) instanceof Problem)
  const query = { filters: { [filter]: wanted }, limit: MOST_ORDERS }
  const page = isFilter ? await findUpTo(reader, orders, workspaceId, query) : { data: [] }
  for (const order of page?.data ?? []) if (order.id !== byId?.id) found.push(order)
  return { found: found.slice(0, MOST_ORDERS), isComplete: page !== null }
}

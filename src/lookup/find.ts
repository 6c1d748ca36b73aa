import { DomainError } from '../lib/errors.ts'
import { Problem } from '../lib/schema.ts'
import { LIST_PAGE_BYTES } from '../objects/find/page.ts'
import { getObject, getObjects, type ShownObject } from '../objects/find/read.ts'
import type { Resource } from '../objects/resource.ts'
import { resources } from '../objects/resources.ts'
import { orders } from '../objects/types/order.ts'
import { type SearchedResource, searchedResources } from '../search/indexed-types.ts'
import { type Hit, searchWords } from '../search/search.ts'
import type { Reader, Store } from '../store/store.ts'
import { findUpTo } from './list.ts'
import { MOST_NAMED, type NamedRow, namingsOf } from './named.ts'

/** A found object, and what matches the text: fields, `words` if the object has all its words, else `similar`. */
export interface Found {
  resource: Resource
  object: ShownObject
  by: string[]
}

export interface FindResult {
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
): Promise<FindResult> {
  const trimmed = text.trim()
  if (trimmed === '')
    throw new DomainError(
      'BAD_REQUEST',
      'nothing_to_find',
      'Nothing to find: the text is empty. Give an id, a number, an e-mail address or words.',
    )
  const searched = searchedResources.filter((resource) => types.includes(resource))
  const { namings, statement, notReady } = await namingsOf(store.read, types, workspaceId, text)
  const asked = { workspaceId, text: trimmed, resources: searched, most: limit, named: statement }
  const { named, hits, isComplete } = await searchWords<NamedRow>(store, asked)
  const filling = await store.read.all<{ resource: string }>('SELECT resource FROM search_fills')
  const finding: FindResult = {
    found: [],
    cutOff: [],
    notReady,
    notIndexed: searched.filter(({ name }) => filling.some(({ resource }) => resource === name)),
    isComplete,
  }
  const byName = namings.map((naming, index) => {
    const ids = named.filter((row) => row.naming === index).map(({ id }) => id)
    return { ...naming, ids: ids.slice(0, MOST_NAMED), isCut: ids.length > MOST_NAMED }
  })
  const wanted = [...byName, ...hits.map(({ resource, id }) => ({ resource, ids: [id] }))]
  const objects = await readAll(store.read, types, workspaceId, wanted)
  for (const { resource, by, ids, isCut } of byName) {
    for (const id of ids) add(finding, resource, objects.get(resource, id), by)
    if (isCut) finding.cutOff.push({ resource, by })
  }
  addHits(finding, hits, objects)
  return cut({ ...finding, isComplete: isComplete && !objects.isCut }, limit, objects.bytes)
}

/** The objects of an answer. An index may be behind an erasure: then an object is missing. */
interface Objects {
  get(resource: Resource, id: string): ShownObject | undefined
  isCut: boolean
  bytes: number
}

async function readAll(
  reader: Reader,
  types: Resource[],
  workspaceId: string,
  wanted: { resource: Resource; ids: string[] }[],
): Promise<Objects> {
  const byType = new Map<Resource, Map<string, ShownObject>>()
  let [bytes, isAnyCut] = [0, false]
  for (const resource of types) {
    const ids = new Set(wanted.flatMap((one) => (one.resource === resource ? one.ids : [])))
    if (ids.size === 0) continue
    const { data, isCut, bytes: read } = await getObjects(reader, resource, workspaceId, [...ids])
    byType.set(resource, new Map(data.map((object) => [object.id, object])))
    bytes += read
    isAnyCut ||= isCut
  }
  return { get: (resource, id) => byType.get(resource)?.get(id), isCut: isAnyCut, bytes }
}

/** A text that names an object finds only objects with all its words besides, none with similar ones. */
function addHits(finding: FindResult, hits: Hit[], objects: Objects): void {
  const favored = hits.flatMap((hit) => {
    const object = objects.get(hit.resource, hit.id)
    return object ? [{ hit, object, score: hit.score * favorOf(hit.resource, object) }] : []
  })
  favored.sort((one, other) => one.hit.stage - other.hit.stage || other.score - one.score)
  for (const { hit, object } of favored)
    if (!isFound(finding, hit.resource, object.id))
      add(finding, hit.resource, object, hit.stage === 0 ? 'words' : 'similar')
}

function favorOf({ searched }: SearchedResource, object: ShownObject): number {
  return searched.favor?.(object) ?? 1
}

function isFound({ found }: FindResult, resource: Resource, id: string): boolean {
  return found.some((one) => one.resource === resource && one.object.id === id)
}

function add({ found }: FindResult, resource: Resource, object: ShownObject | undefined, by: string): void {
  if (!object) return
  const known = found.find((one) => one.resource === resource && one.object.id === object.id)
  if (known) known.by.push(by)
  else found.push({ resource, object, by: [by] })
}

/** At most `limit` objects, and 4 MiB of them. @param allBytes about the size of all objects */
function cut(finding: FindResult, limit: number, allBytes: number): FindResult {
  if (allBytes <= LIST_PAGE_BYTES) return { ...finding, found: finding.found.slice(0, limit) }
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

import type { Resource, Searched } from '../objects/resource.ts'
import { resources } from '../objects/resources.ts'
import { type IndexedType, textsAt } from '../store/text-index.ts'

/** A type of object that a search finds by words. */
export interface SearchedResource extends Resource {
  searched: Searched
}

export const searchedResources: SearchedResource[] = resources.filter(
  (resource): resource is SearchedResource => resource.searched !== undefined,
)

const indexedTypes = new Map<string, IndexedType>(
  searchedResources.map(({ name, isPersonal, searched: { names, marks, body } }) => [
    name,
    {
      resource: name,
      table: isPersonal ? 'search_people' : 'search_catalog',
      hasParts: !isPersonal,
      names: textsAt(names),
      marks: textsAt(marks),
      body: textsAt(body),
    },
  ]),
)

/** How a type is indexed; undefined if a search does not find it by words. */
export function indexedType(resource: string): IndexedType | undefined {
  return indexedTypes.get(resource)
}

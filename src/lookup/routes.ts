import * as v from 'valibot'
import { secretKey } from '../http/credentials/keys.ts'
import { queryInteger } from '../http/query.ts'
import { route } from '../http/route.ts'
import { anyObject, choice, flag, text } from '../lib/fields.ts'
import { leaf, list, object, Problem } from '../lib/schema.ts'
import type { Resource } from '../objects/resource.ts'
import { resources } from '../objects/resources.ts'
import { orders } from '../objects/types/order.ts'
import { DEFAULT_FOUND, find } from './find.ts'

export const MOST_RESULTS = 50
const MOST_CHARACTERS = 200

const names = resources.map(({ name }) => name)

const Text = leaf<string, string>({
  json: {
    type: 'string',
    minLength: 1,
    maxLength: MOST_CHARACTERS,
    description: 'The text to find.',
    examples: ['wool scarf'],
  },
  read: (given) =>
    typeof given === 'string' && given.trim() !== '' && given.length <= MOST_CHARACTERS
      ? given
      : new Problem(`must be a text to find, with at most ${MOST_CHARACTERS} characters`),
})

/** A list of types, joined by commas. */
const Types = v.optional(
  leaf<string, Resource[]>({
    json: {
      type: 'string',
      description: `Only these types of object, joined by commas: ${names.join(', ')}. Default: all.`,
      examples: ['products,articles'],
    },
    read: (given) => {
      const asked = String(given).split(',')
      const found = resources.filter(({ name }) => asked.includes(name))
      return asked.every((name) => names.includes(name))
        ? found
        : new Problem(`must be names of types, joined by commas: ${names.join(', ')}`)
    },
  }),
)

const SearchResult = object('SearchResult', {
  type: choice(names, 'The type of the object.'),
  by: list(
    text(
      'What matches: the name of a field, such as `number`; `words` if the object has all words; `similar` for a typo, a part of a word, or some of the words.',
    ),
    10,
  ),
  object: anyObject('The object, as in the list of its type.'),
})

export const search = route({
  method: 'GET',
  path: '/search',
  tag: 'Search',
  operationId: 'search',
  summary: 'Search in everything',
  description:
    'Finds objects by their id, number, e-mail address, phone number, tracking number or SKU; and products, articles, tickets and customers by words, in upper or lower case, with or without accents. If fewer than five objects have all words, those with similar words follow, then those with some of the words. The best match comes first. Internal notes of tickets and `custom` are not searched. A push is found within about two seconds, later during a large import.',
  credential: secretKey,
  limits: ['calls'],
  query: v.object({
    q: Text,
    types: Types,
    limit: queryInteger('Maximum number of objects.', { min: 1, max: MOST_RESULTS, normally: DEFAULT_FOUND }),
  }),
  status: 200,
  response: {
    schema: object('SearchAnswer', {
      data: list(SearchResult, MOST_RESULTS),
      incomplete: flag(
        'Whether more may match: the time limit or the size of the response ended the search, or objects are still being indexed after an update.',
      ),
    }),
    example: {
      data: [{ type: 'orders', by: ['number'], object: orders.example }],
      incomplete: false,
    },
  },
  errors: ['SERVICE_UNAVAILABLE'],
  handler: async ({ query: { q, types, limit }, workspace, store }) => {
    const { found, notReady, notIndexed, isComplete } = await find(store, workspace.id, q, { types, limit })
    return {
      data: found.map(({ resource, by, object }) => ({ type: resource.name, by, object })),
      incomplete: !isComplete || notReady.length > 0 || notIndexed.length > 0,
    }
  },
})

import { wordsOf } from '../lib/text.ts'
import {
  allOf,
  anyOf,
  bestNamed,
  bestRows,
  countUpTo,
  rowsWithParts,
  type Space,
  someRows,
  type Term,
} from '../store/sqlite/text-index/match.ts'
import type { Statement, Store } from '../store/store.ts'
import { indexedType, type SearchedResource } from './indexed-types.ts'
import { mayHaveTypo, withoutTypo } from './typos.ts'

/** An object that a search found. */
export interface Hit {
  resource: SearchedResource
  id: string
  /** Lower comes first: 0 if the object has all words, more if only similar or some words were found. */
  stage: number
  /** Among the hits of one stage, a higher score comes first. */
  score: number
}

export interface Hits {
  hits: Hit[]
  /** False if the time limit ended the search. */
  isComplete: boolean
}

/** How long one search may read; waiting for its turn does not count. */
const LIMIT_MS = 200
const MOST_WORDS = 10
/** If fewer objects have all words, objects with similar words are found, too, and then those with some of the words. */
const ENOUGH = 5
/** Words with a typo that one search corrects: each has hundreds of spellings. */
const MOST_CORRECTED = 2
/** Words of more objects than this, and than this share of all, are left out if only some of the words must be found. */
const COMMON = 100
const COMMON_SHARE = 0.05
/** Shorter beginnings and parts of words are in too many words, except in languages in which each character is one. */
const LEAST_PART = 3
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** One type of object of a workspace, in which a search looks. */
interface Place extends Space {
  resource: SearchedResource
  hasParts: boolean
  /** About how many objects it has. */
  size: number
}

/**
 * Finds objects by words, in upper or lower case, with or without accents.
 *
 * @param onlyAll returns only objects that have all the words, none with similar words
 * @throws DomainError SERVICE_UNAVAILABLE if too many searches wait
 */
export async function searchWords(
  store: Pick<Store, 'read' | 'readSlowly'>,
  {
    workspaceId,
    text,
    resources,
    most,
    onlyAll = false,
  }: { workspaceId: string; text: string; resources: SearchedResource[]; most: number; onlyAll?: boolean },
): Promise<Hits> {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_WORDS)
  const found = new Map<string, Hit>()
  if (words.length === 0) return { hits: [], isComplete: true }
  let leftMs = LIMIT_MS
  let isComplete = true
  const ask = async <Row>(statement: Statement): Promise<Row[]> => {
    if (leftMs <= 0) isComplete = false
    if (!isComplete) return []
    const read = await store.readSlowly<Row>(workspaceId, statement, { limitMs: leftMs })
    leftMs -= read.ms
    isComplete &&= read.isComplete
    return read.rows
  }
  const places = await placesOf(store, workspaceId, resources)
  for (const [stage, find] of (onlyAll ? STAGES.slice(0, 1) : STAGES).entries()) {
    if (stage > 0 && found.size >= Math.min(ENOUGH, most)) break
    for (const { place, id, score } of places.length > 0 ? await find({ ask, places, words, most, onlyAll }) : []) {
      const key = `${place.resource.name} ${id}`
      if (!found.has(key)) found.set(key, { resource: place.resource, id, stage, score })
    }
  }
  const hits = [...found.values()].sort((one, other) => one.stage - other.stage || other.score - one.score)
  return { hits: hits.slice(0, most), isComplete }
}

interface Scored {
  id: string
  score: number
}

interface Look {
  ask: <Row>(statement: Statement) => Promise<Row[]>
  places: Place[]
  words: string[]
  most: number
  onlyAll: boolean
}

/** What is tried in turn, until enough objects are found. */
const STAGES: ((look: Look) => Promise<(Scored & { place: Place })[]>)[] = [
  ({ words, most, onlyAll, ...look }) => {
    const terms = words.map((word) => ({ words: [word] }))
    // Beside the object that a text names no order matters, and scores are slow: most e-mail addresses share words.
    if (onlyAll) return inEach<Scored>(look, (place) => someRows(place, allOf(terms), most))
    return withAll({ ...look, most }, terms)
  },
  withBeginnings,
  withTypos,
  withParts,
  withSome,
]

/**
 * Asks statements about places all at once: each answer has to wait for a turn of the event loop, which is long while many pushes arrive.
 */
async function atOnce<Row extends object, About extends { place: Place }>(
  { ask }: Pick<Look, 'ask'>,
  asked: (About & { statement: Statement })[],
): Promise<(Row & About)[]> {
  if (asked.length === 0) return []
  const rows = await ask<Row & { at: number }>({
    sql: asked.map(({ statement }, at) => `SELECT ${at} AS at, * FROM (${statement.sql})`).join(' UNION ALL '),
    values: asked.flatMap(({ statement }) => statement.values),
  })
  return rows.flatMap((row) => {
    const about = asked[row.at]
    return about ? [{ ...row, ...about }] : []
  })
}

/** Asks a statement of each place. Places without a statement are left out. */
function inEach<Row extends object>(
  look: Pick<Look, 'ask' | 'places'>,
  statementOf: (place: Place) => Statement | undefined,
): Promise<(Row & { place: Place })[]> {
  const asked = look.places.flatMap((place) => {
    const statement = statementOf(place)
    return statement ? [{ place, statement }] : []
  })
  return atOnce<Row, { place: Place }>(look, asked)
}

/** The words of each place that `isWanted` by the number of objects that have them, counted up to `most`. */
async function wordsByCount(
  look: Pick<Look, 'ask' | 'places'>,
  words: string[],
  most: (place: Place) => number,
  isWanted: (count: number, place: Place) => boolean,
): Promise<Map<Place, string[]>> {
  const wanted = new Map<Place, string[]>(look.places.map((place) => [place, []]))
  const asked = look.places.flatMap((place) =>
    words.map((word) => ({ place, word, statement: countUpTo(place, anyOf([word]), most(place)) })),
  )
  const counts = await atOnce<{ count: number }, { place: Place; word: string }>(look, asked)
  for (const { place, word, count } of counts) if (isWanted(count, place)) wanted.get(place)?.push(word)
  return wanted
}

function withAll(
  { most, ...look }: Pick<Look, 'ask' | 'places' | 'most'>,
  terms: Term[],
): Promise<(Scored & { place: Place })[]> {
  const [term, ...others] = terms
  const isOne = term && others.length === 0
  return inEach(look, (place) => (isOne ? bestNamed(place, term, most) : bestRows(place, allOf(terms), most)))
}

async function withBeginnings({ words, ...look }: Look): Promise<(Scored & { place: Place })[]> {
  const terms = words.map((word): Term => ({ words: [word], isPrefix: isLong(word) }))
  return terms.some(({ isPrefix }) => isPrefix) ? withAll(look, terms) : []
}

/** Only words that no object has are corrected. */
async function withTypos({ words, most, ...look }: Look): Promise<(Scored & { place: Place })[]> {
  const unknown = await wordsByCount(
    look,
    words.filter(mayHaveTypo),
    () => 1,
    (count) => count === 0,
  )
  return inEach(look, (place) => {
    const corrected = unknown.get(place)?.slice(0, MOST_CORRECTED) ?? []
    if (corrected.length === 0) return undefined
    const terms = words.map(
      (word): Term =>
        corrected.includes(word) ? { words: withoutTypo(word) } : { words: [word], isPrefix: isLong(word) },
    )
    return someRows(place, allOf(terms), most)
  })
}

/** For compound words, and for languages without spaces. */
async function withParts({ words, most, ...look }: Look): Promise<(Scored & { place: Place })[]> {
  if (words.some((word) => [...word].length < LEAST_PART)) return []
  return inEach(look, (place) => (place.hasParts ? rowsWithParts(place, words, most) : undefined))
}

async function withSome({ words, most, ...look }: Look): Promise<(Scored & { place: Place })[]> {
  if (words.length === 1) return []
  const bound = ({ size }: Place) => Math.max(COMMON, Math.floor(size * COMMON_SHARE)) + 1
  const rare = await wordsByCount(look, words, bound, (count, place) => count > 0 && count < bound(place))
  return inEach(look, (place) => {
    const some = rare.get(place) ?? []
    return some.length === 0 ? undefined : bestRows(place, anyOf(some), most)
  })
}

function isLong(word: string): boolean {
  return word.length >= LEAST_PART || IDEOGRAPHS.test(word)
}

/** Types without a space have no indexed object. */
async function placesOf(
  { read }: Pick<Store, 'read'>,
  workspaceId: string,
  resources: SearchedResource[],
): Promise<Place[]> {
  const spaces = await read.all<{ number: number; resource: string; size: number }>(
    `SELECT number, resource, coalesce((SELECT max(row) & 4294967295 FROM search_rows
       WHERE row BETWEEN number << 32 AND (number << 32) + 4294967295), 0) + 1 AS size
     FROM search_spaces WHERE workspace_id = ?`,
    workspaceId,
  )
  return resources.flatMap((resource) => {
    const space = spaces.find((candidate) => candidate.resource === resource.name)
    const type = indexedType(resource.name)
    return space && type ? [{ ...space, table: type.table, hasParts: type.hasParts, resource }] : []
  })
}

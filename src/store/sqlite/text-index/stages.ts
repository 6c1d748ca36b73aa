import { mayHaveTypo } from '../../../lib/typos.ts'
import type { Sql, Statement } from '../../store.ts'
import {
  allOf,
  allParts,
  best,
  bestNamed,
  counted,
  joined,
  knownSpellings,
  newest,
  newestNamed,
  orNothing,
  raw,
  rowsThatMatch,
  type Space,
  sql,
  written,
} from './match.ts'
import { PARTS_TABLE } from './tables.ts'

/** Words with a typo that one search corrects: each has hundreds of spellings. */
const MOST_CORRECTED = 2
/** Words of more objects than this, and than this share of all, are left out if only some of the words must be found. */
const COMMON = 100
const COMMON_SHARE = 0.05
/** Of more objects the newest ones tell how common a word is. */
const COUNTED = 20_000
/** Shorter beginnings and parts of words are in too many words, except in languages in which each character is one. */
const LEAST_PART = 3
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Most rows with some of the words that are compared: objects with two of them were found before. */
const MOST_OF_SOME = 300
/** Texts of more words have too many pairs of words. */
const MOST_PAIRED = 4

/** Where to search. */
export interface SearchedSpace extends Space {
  /** Whether parts of names are found, too. */
  hasParts: boolean
  /** About how many objects it has. */
  size: number
}

interface Look {
  words: string[]
  most: number
}

/** SELECT of rows `{ id, score }` of a space; undefined if the stage does not apply. */
type Stage = (look: Look, space: SearchedSpace) => Sql | undefined

/** A found object: `at` is the number of its space, and a lower stage comes first. */
export interface StageRow {
  stage: number
  at: number
  id: string
  score: number
}

/** Statements that find objects of all spaces by words, each to be read if the ones before it have found too few: {@link StageRow}s. */
export function inStages(spaces: SearchedSpace[], words: string[], most: number): Statement[] {
  const stages = [withAll, withBeginnings, withTypos, withParts, withPairs, withSome]
  return stages.flatMap((find, stage) => inEach(spaces, stage, (space) => find({ words, most }, space)))
}

/**
 * Finds objects that have all words. Beside the object that a text names no order matters, and scores are slow: most e-mail addresses share
 * words.
 */
export function exactly(spaces: SearchedSpace[], words: string[], most: number): Statement[] {
  return inEach(spaces, 0, ({ number, table }) => newest(number, table, sql`${isAll(words)}`, most))
}

function inEach(spaces: SearchedSpace[], stage: number, find: (space: SearchedSpace) => Sql | undefined): Statement[] {
  const found = spaces.flatMap((space, at) => {
    const rows = find(space)
    return rows ? [sql`SELECT ${raw(`${stage} AS stage, ${at} AS at`)}, id, score FROM (${rows})`] : []
  })
  if (found.length === 0) return []
  const { text, values } = joined(found, ' UNION ALL ')
  return [{ sql: text, values }]
}

const isAll = (words: string[]) => allOf(words.map((word) => ({ words: [word] })))
const beginning = (word: string) => ({ words: [word], isPrefix: isLong(word) })

const withAll: Stage = ({ words, most }, space) => {
  const [word, ...others] = words
  if (word !== undefined && others.length === 0) return bestNamed(space, { words: [word] }, most)
  return best(space, sql`${isAll(words)}`, most)
}

const withBeginnings: Stage = ({ words, most }, space) => {
  const [word, ...others] = words
  if (word === undefined || !words.some(isLong)) return undefined
  if (others.length === 0) return newestNamed(space, sql`${written(beginning(word))}`, most)
  return best(space, sql`${allOf(words.map(beginning))}`, most)
}

/** Only words that no object has are corrected. */
const withTypos: Stage = ({ words, most }, { number, table }) => {
  if (!words.some(mayHaveTypo)) return undefined
  const given = words.map((word) => ({ word, beginning: written(beginning(word)), mayHaveTypo: mayHaveTypo(word) }))
  const isKnown = rowsThatMatch(number, table, sql`'"' || (value ->> 'word') || '"'`)
  const corrected = sql`(
    SELECT iif(max(is_corrected), group_concat(iif(is_corrected, ${knownSpellings(table, raw('word'))}, beginning), ' AND '), NULL) FROM (
      SELECT word, beginning, is_unknown AND sum(is_unknown) OVER (ORDER BY number) <= ${MOST_CORRECTED} AS is_corrected
      FROM (
        SELECT key AS number, value ->> 'word' AS word, value ->> 'beginning' AS beginning,
          value ->> 'mayHaveTypo' AND NOT EXISTS (SELECT 1 FROM ${raw(table)} WHERE ${isKnown}) AS is_unknown
        FROM json_each(${JSON.stringify(given)}))))`
  return newest(number, table, orNothing(corrected), most)
}

/** For compound words, and for languages without spaces. */
const withParts: Stage = ({ words, most }, { number, hasParts }) => {
  if (!hasParts || words.some((word) => [...word].length < LEAST_PART)) return undefined
  return newest(number, PARTS_TABLE, sql`${allParts(words)}`, most)
}

/** The words, and whether few objects of the space have each: SELECT of rows `{ number, written, is_rare }`. */
function countedWords(words: string[], space: SearchedSpace): Sql {
  const bound = Math.max(COMMON, Math.floor(Math.min(space.size, COUNTED) * COMMON_SHARE)) + 1
  const given = JSON.stringify(words.map((word) => written({ words: [word] })))
  const count = counted(space, raw('value'), bound, space.size - COUNTED)
  return sql`SELECT key AS number, value AS written, (${count}) < ${bound} AS is_rare FROM json_each(${given})`
}

/** With two of three or four words, one of which is rare. Not compared: the rows of each word would be counted for each pair. */
const withPairs: Stage = ({ words, most }, space) => {
  if (words.length < 3 || words.length > MOST_PAIRED) return undefined
  const pairs = sql`(WITH given AS MATERIALIZED (${countedWords(words, space)})
    SELECT group_concat('(' || one.written || ' AND ' || other.written || ')', ' OR ')
    FROM given AS one JOIN given AS other ON one.number < other.number AND (one.is_rare OR other.is_rare))`
  return newest(space.number, space.table, orNothing(pairs), most)
}

const withSome: Stage = ({ words, most }, space) => {
  if (words.length === 1) return undefined
  const rare = sql`(SELECT group_concat(written, ' OR ') FROM (${countedWords(words, space)}) WHERE is_rare)`
  return best(space, orNothing(rare), most, MOST_OF_SOME)
}

function isLong(word: string): boolean {
  return word.length >= LEAST_PART || IDEOGRAPHS.test(word)
}

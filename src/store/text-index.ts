/*
 * The full-text index of the engine: which tables it has, how texts get into them and out of them, and how texts are found. The statements
 * are the engine's own: a second engine would have its own for the same verbs.
 */

export { allOf, anyOf, bestRows, countUpTo, rowsOfEach, type Space, written } from './sqlite/text-index/match.ts'
export { indexMessage, messagesWith, nextRow, unindexMessages } from './sqlite/text-index/messages.ts'
export { exactly, inStages, type StageRow } from './sqlite/text-index/stages.ts'
export {
  beginFilling,
  emptyIndex,
  endFilling,
  indexTables,
  isPersonal,
  MESSAGE_TABLE,
  mergeClosely,
  rewriteSome,
} from './sqlite/text-index/tables.ts'
export { type IndexedType, indexObjects, ROWS_OF_WORKSPACE, textsAt, unindexRow } from './sqlite/text-index/write.ts'

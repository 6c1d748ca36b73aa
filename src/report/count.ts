import type { Tx } from '../store/store.ts'
import { countChat } from './count-chat.ts'
import { countRefund } from './count-refund.ts'
import { count } from './days.ts'
import { keepQuestions } from './keep-questions.ts'

/** Counts a chat, and keeps its questions without an answer. @param frozen the newest day whose counts are not changed any more */
export async function countOneChat(tx: Tx, id: string, frozen: string): Promise<void> {
  const counted = await countChat(tx, id)
  if (!counted || counted.day <= frozen) return
  await count(tx, { ...counted, subject: id })
  await keepQuestions(tx, id, counted)
}

/** Counts a refund. */
export async function countOneRefund(tx: Tx, id: string): Promise<void> {
  const counted = await countRefund(tx, id)
  if (counted) await count(tx, { ...counted, subject: id })
}

import { parentPort } from 'node:worker_threads'
import { consoleRoutes } from '../console/routes.ts'
import { checkedBody } from '../http/body/check.ts'
import type { BodyReply, BodyToCheck } from '../http/body/long-bodies.ts'
import type { Route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { ownBuffers, release } from '../lib/memory.ts'
import { routes } from './features.ts'

/** Every route whose body may be too long to be checked in the thread that serves: their operation ids differ. */
export const longBodied: Route[] = [...routes, ...consoleRoutes].filter(({ body }) => body && body.size !== 'widget')

const byOperation = new Map(longBodied.map((route) => [route.operationId, route]))

/** The reply to a question, and the bytes in it that are handed over. */
async function answer(question: BodyToCheck): Promise<{ reply: BodyReply; bytes: Uint8Array[] }> {
  const { operationId } = question
  try {
    const route = byOperation.get(operationId)
    if (!route) throw new Error(`there is no operation ${operationId}`)
    const checked = await checkedBody(route, question)
    return { reply: { done: checked }, bytes: route.body?.handedOver?.(checked.value) ?? [] }
  } catch (error) {
    if (!(error instanceof DomainError)) return { reply: { defect: error as Error }, bytes: [] }
    const { code, reason, message, facts } = error
    return { reply: { refused: { code, reason, message, facts } }, bytes: [] }
  } finally {
    release(question.bytes)
  }
}

parentPort?.on('message', async (question: BodyToCheck) => {
  const { reply, bytes } = await answer(question)
  parentPort?.postMessage(reply, ownBuffers(bytes))
})

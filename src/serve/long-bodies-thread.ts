import { parentPort } from 'node:worker_threads'
import { consoleRoutes } from '../console/routes.ts'
import { checkedBody } from '../http/body/check.ts'
import type { BodyReply, BodyToCheck, BodyToShow } from '../http/body/long-bodies.ts'
import type { Route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { stringify } from '../lib/json.ts'
import { ownBuffers, release } from '../lib/memory.ts'
import { routes } from './features.ts'

/** Every route whose body may be too long to be checked in the thread that serves: their operation ids differ. */
export const longBodied: Route[] = [...routes, ...consoleRoutes].filter(({ body }) => body && body.size !== 'widget')
/** Every route whose response may be too long to be made there. */
const longAnswered = routes.filter(({ show }) => show)

const byOperation = new Map([...longBodied, ...longAnswered].map((route) => [route.operationId, route]))

async function answer(question: BodyToCheck | BodyToShow): Promise<BodyReply> {
  const { operationId } = question
  try {
    const route = byOperation.get(operationId)
    if (!route) throw new Error(`there is no operation ${operationId}`)
    if ('given' in question) return { done: Buffer.from(stringify(route.show?.(question.given as never))) }
    return { done: await checkedBody(route, question) }
  } catch (error) {
    if (!(error instanceof DomainError)) return { defect: error as Error }
    const { code, reason, message, facts } = error
    return { refused: { code, reason, message, facts } }
  } finally {
    if ('bytes' in question) release(question.bytes)
  }
}

parentPort?.on('message', async (question: BodyToCheck | BodyToShow) => {
  const reply = await answer(question)
  const shown = 'done' in reply && reply.done instanceof Uint8Array ? [reply.done] : []
  parentPort?.postMessage(reply, ownBuffers(shown))
})

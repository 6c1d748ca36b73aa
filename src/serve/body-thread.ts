import { parentPort } from 'node:worker_threads'
import { consoleRoutes } from '../console/routes.ts'
import { checkedBody } from '../http/body/check.ts'
import type { BodyReply, BodyToCheck } from '../http/body/thread.ts'
import type { Route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { release } from '../lib/memory.ts'
import { routes } from './features.ts'

/** Every route whose body may be too long to be checked in the thread that serves: their operation ids differ. */
export const longBodied: Route[] = [...routes, ...consoleRoutes].filter(
  ({ body }) => body && (body.size === 'small' || body.size === 'large'),
)

const byOperation = new Map(longBodied.map((route) => [route.operationId, route]))

async function answer({ operationId, ...body }: BodyToCheck): Promise<BodyReply> {
  try {
    const route = byOperation.get(operationId)
    if (!route) throw new Error(`there is no operation ${operationId}`)
    return { done: await checkedBody(route, body) }
  } catch (error) {
    if (!(error instanceof DomainError)) return { defect: error as Error }
    const { code, reason, message, facts } = error
    return { refused: { code, reason, message, facts } }
  } finally {
    release(body.bytes)
  }
}

parentPort?.on('message', async (question: BodyToCheck) => {
  parentPort?.postMessage(await answer(question))
})

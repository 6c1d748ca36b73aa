import { parentPort } from 'node:worker_threads'
import { checkedBody } from '../http/body/check.ts'
import type { Question, Reply } from '../http/body/long-bodies.ts'
import { DomainError } from '../lib/errors.ts'
import { release } from '../lib/memory.ts'
import { longBodied } from './features.ts'

const byOperation = new Map(longBodied.map((route) => [route.operationId, route]))

async function answer({ operationId, ...body }: Question): Promise<Reply> {
  try {
    const route = byOperation.get(operationId)
    if (!route) throw new Error(`there is no operation ${operationId}`)
    return { checked: await checkedBody(route, body) }
  } catch (error) {
    if (!(error instanceof DomainError)) return { defect: error as Error }
    const { code, reason, message, facts } = error
    return { refused: { code, reason, message, facts } }
  } finally {
    release(body.bytes)
  }
}

parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await answer(question)))

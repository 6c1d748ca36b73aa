import type { H3, H3Event } from 'h3'
import { stringify } from '../../lib/json.ts'
import { type Steps, stepByStep } from '../../lib/steps.ts'
import { contentOf, contentReply, servePage } from '../pages.ts'
import { jsonHeaders } from '../reply.ts'
import type { Services } from '../services.ts'

/**
 * Serves an OpenAPI document.
 *
 * @param document makes it for a base URL
 * @param publicUrl the base URL; null: where the document is read from
 */
export function mountDocument(
  app: H3,
  path: string,
  services: Pick<Services, 'limiter' | 'settings'>,
  document: (baseUrl: string) => Steps<object>,
  publicUrl: string | null = null,
): void {
  let made: ReturnType<typeof documentWithBase> | undefined
  const base = path.slice(0, path.lastIndexOf('/'))
  servePage(app, path, services, async (event) => {
    made ??= documentWithBase(document)
    return (await made)(event, publicUrl ?? event.url.origin + base)
  })
}

/** The placeholder for the base URL in the document. */
const ANY_BASE = 'https://base-url.invalid'

/**
 * The OpenAPI document for every base URL, which comes from the client's Host header. Making the document takes 25 ms of
 * processor time, so it is made once, in steps, and only its base URL changes.
 */
async function documentWithBase(
  document: (baseUrl: string) => Steps<object>,
): Promise<(event: H3Event, baseUrl: string) => Promise<Response>> {
  const text = stringify(await stepByStep(document(ANY_BASE)))
  const hole = JSON.stringify(ANY_BASE)
  const at = text.indexOf(hole)
  const content = contentOf(text.slice(0, at), text.slice(at + hole.length))
  const headers = { 'content-type': jsonHeaders['content-type'] ?? '' }
  return (event, baseUrl) => contentReply(event, content, headers, Buffer.from(JSON.stringify(baseUrl)))
}

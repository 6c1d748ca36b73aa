import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientNetwork } from './client-address.ts'
import { isForPages, requireAllowedOrigin } from './cors.ts'
import { type Caller, NO_WORKSPACE } from './credentials/credential.ts'
import { HttpError } from './errors.ts'
import { onceSent } from './limits/answers-in-flight.ts'
import type { Headers } from './reply.ts'
import type { RequestNote } from './request-note.ts'
import type { Route } from './route.ts'
import type { Services } from './services.ts'

/** A request whose caller is not known yet. `headers` go out with the answer, whatever it turns out to be. */
export interface Admission {
  route: Route
  req: IncomingMessage
  res: ServerResponse
  headers: Headers
  note: RequestNote
  /** Counts the bytes of a large response. */
  noteLength?: (bytes: number) => void
}

/**
 * The caller, with a valid key or token and within the rate limits. Calls without one are limited by network.
 *
 * @throws DomainError UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS
 */
export async function admit(admission: Admission, services: Services): Promise<Caller> {
  const { route, req, res, note } = admission
  const { store, limiter, settings, clock } = services
  const { credential } = route
  const network = clientNetwork(req, settings.trustProxy)
  credential.guard?.(req, settings)
  if (refusedCaller(admission, services, network)) await services.refusedCallers.holdBack()
  const now = clock.now()
  // Asked again: the caller may have calls left by now, and then the session must still be there.
  const caller = refusedCaller(admission, services, network) ?? (await credential.find(store.read, req, now, settings))
  if (!caller)
    throw new HttpError('UNAUTHORIZED', credential.reason ?? 'not_authenticated', credential.help, {
      headers: limiter.take(['unauthorized'], network),
    })
  if (caller.workspaceId !== NO_WORKSPACE) note.workspaceId = caller.workspaceId
  note.isOfVisitor = isForPages(route)
  if (caller.keyId) {
    note.keyId = caller.keyId
    const report = req.headers['storewire-connection']?.toString()
    if (report !== undefined) note.report = report
  }
  takeCall(admission, services, caller, network)
  if (credential.pages)
    await requireAllowedOrigin(credential.pages, services, caller.workspaceId, req, admission.headers)
  credential.noteUse?.(caller, services, now)
  if (route.largeAnswers || route.download) {
    admission.noteLength = route.download
      ? limiter.beginPictureRead(isForPages(route) ? network : caller.id)
      : limiter.beginRead(caller.ownKeys?.conversationId ?? caller.id)
    onceSent(req, res, limiter.beginAnswer(caller.id))
  }
  return caller
}

/** What the limits of a route count the calls of a caller by. */
function countedAs({ credential }: Route, caller: Caller, network: string): string {
  return credential.countedBy?.(caller, network) ?? caller.id
}

/** The caller who was refused a moment ago and will be again, without a look-up. */
function refusedCaller(
  { route, req }: Admission,
  { refusedCallers, limiter }: Services,
  network: string,
): Caller | undefined {
  const caller = refusedCallers.find(route.credential, req)
  return caller && limiter.isUsedUp(route.limits, countedAs(route, caller, network)) ? caller : undefined
}

/** Counts the call. @throws DomainError TOO_MANY_REQUESTS */
function takeCall(
  { route, req, headers }: Admission,
  { refusedCallers, limiter }: Services,
  caller: Caller,
  network: string,
): void {
  try {
    Object.assign(headers, limiter.take(route.limits, countedAs(route, caller, network)))
  } catch (error) {
    refusedCallers.note(route.credential, req, caller)
    throw error
  }
}

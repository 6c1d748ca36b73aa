import type { IncomingMessage, RequestListener } from 'node:http'
import { H3 } from 'h3'
import { toNodeHandler } from 'srvx/node'
import { refuse } from '../http/connection/refuse.ts'
import { HttpError } from '../http/errors.ts'
import { foreignHostProblem } from '../http/own-host.ts'
import { replyToError } from '../http/pipeline.ts'
import { noteOfEvent } from '../http/request-note.ts'
import { DomainError } from '../lib/errors.ts'
import type { Around } from '../serve/listen.ts'
import type { DevContext } from './context.ts'
import { refuseOtherPages } from './guard.ts'
import { mountChaos } from './routes/chaos.ts'
import { mountClock } from './routes/clock.ts'
import { mountConversations } from './routes/conversations.ts'
import { mountPage } from './routes/page.ts'
import { mountRefunds } from './routes/refunds.ts'
import { mountReset } from './routes/reset.ts'
import { mountStore } from './routes/store.ts'
import { mountWait } from './routes/wait.ts'

/**
 * Serves what is under /dev, and watches every other call. Both are for this machine alone: everybody may know the keys.
 *
 * @param host the one that the server listens on
 */
export function around(context: DevContext, host: string): Around {
  return (serve, { log }) => {
    const app = new H3({
      silent: true,
      onError: (error, event) => {
        const note = noteOfEvent(event)
        return replyToError(
          knownError(error.cause ?? error, error.status),
          note,
          { 'x-request-id': note.requestId },
          { log },
        )
      },
    })
    app.use((event) => refuseOtherPages(event.node?.req as IncomingMessage))
    mountPage(app, context)
    mountClock(app, context)
    mountReset(app, context)
    mountStore(app, context)
    mountRefunds(app, context)
    mountConversations(app, context)
    mountWait(app, context)
    mountChaos(app, context)
    const serveDev = toNodeHandler((request) => app.fetch(request)) as RequestListener
    const serveApi = context.chaos.around(serve)
    return (req, res) => {
      // Set here, so that no answer of a developer's tool is without it.
      res.setHeader('x-content-type-options', 'nosniff')
      const problem = foreignHostProblem(req, [host], 'start the server with --host and the name')
      const isForDev = isDev(req.url ?? '')
      if (!isForDev) context.calls.watch(req, res)
      if (problem) refuse(req, res, problem)
      else if (isForDev) serveDev(req, res)
      else serveApi(req, res)
    }
  }
}

function isDev(url: string): boolean {
  return /^\/dev(?=[/?]|$)/.test(url)
}

function knownError(error: unknown, status: number): unknown {
  if (status === 404 && !(error instanceof DomainError))
    return new HttpError(
      'NOT_FOUND',
      'no_such_address',
      'There is nothing at this address: docs/developing.md lists those under /dev.',
    )
  return error
}

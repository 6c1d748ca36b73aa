import { requireAgent } from '../access/actor.ts'
import { type Route, route } from '../http/route.ts'
import { memberOfStream } from './credentials.ts'
import { liveStreams } from './live/streams.ts'
import { TAG } from './schemas.ts'

const events = route({
  method: 'GET',
  path: '/events',
  tag: TAG,
  operationId: 'streamNews',
  summary: 'Learn what happens in the workspace',
  description:
    'Server-sent events: `refund` when the status of a refund has changed, `batch` with the progress of a batch and its backfill, `push` with the number of pushes since the last event, at most four times a second, `settings` when the refund settings have changed, `typing` while a customer is writing in a conversation, `chat` when there is something new in one, `waiting` with what waits for people, `presence` when other members look at something, `missed` if a slow client has to read everything again. Missed events are not sent again: after a new connection, read again what the page shows. The stream ends with the session, when its member works in another workspace or gets another role, and when the server stops. A member can have 8 streams; another call gets a 409 `too_many_streams`.',
  credential: memberOfStream,
  limits: ['calls'],
  status: 200,
  stream: {
    description: 'The stream of events.',
    example: 'event: push\ndata: {"pushes":[{"type":"orders","lastId":"o_1001","count":1,"refused":0}]}\n\n',
  },
  errors: ['CONFLICT'],
  handler: ({ holder, actor, part }) => {
    requireAgent(actor)
    return part(liveStreams).open(holder)
  },
})

export const liveRoutes: Route[] = [events]

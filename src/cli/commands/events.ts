import { Command, Option } from 'commander'
import { composeEvent, type EventServices } from '../../events/deliver.ts'
import { type DeliveryState, deliveryStates, type EventDelivery, listEventDeliveries } from '../../events/deliveries.ts'
import { listEndpoints } from '../../events/endpoints.ts'
import { payloadOf, requireEvent } from '../../events/events.ts'
import { replayEvents } from '../../events/replay.ts'
import { testEndpoint } from '../../events/test-endpoint.ts'
import { DomainError } from '../../lib/errors.ts'
import { toIso, toIsoOrNull, toMinute } from '../../lib/time.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { allowEndpointOption, allowPrivateOption } from '../kit/endpoint-calls.ts'
import { type EventCallOptions, withEventServices } from '../kit/event-calls.ts'
import {
  publicUrlOption,
  time,
  type WorkspaceOptions,
  wholeNumber,
  wideOption,
  workspaceCommand,
} from '../kit/options.ts'
import { linesOf, print, printJson, printTable, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { endpointsCommand } from './event-endpoints.ts'

/** `storewire events …` */
export function eventsCommand(): Command {
  const events = new Command('events').description('send what happens to Slack, Discord, ntfy or your own server')
  events.addCommand(endpointsCommand())
  events.addCommand(listCommand())
  events.addCommand(showCommand())
  events.addCommand(replayCommand())
  events.addCommand(testCommand())
  return events
}

function listCommand(): Command {
  return workspaceCommand(new Command('list'))
    .description('list deliveries of events, newest first')
    .addOption(new Option('--endpoint <id>', 'only deliveries to this endpoint'))
    .addOption(new Option('--event <id>', 'only deliveries of this event'))
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(deliveryStates))
    .addOption(new Option('--limit <n>', 'maximum number of rows').default(50).argParser(wholeNumber(1, 10_000)))
    .addOption(wideOption())
    .action(
      async ({
        db,
        workspace,
        json,
        endpoint,
        event,
        state,
        limit,
      }: WorkspaceOptions & { endpoint?: string; event?: string; state?: DeliveryState; limit: number }) => {
        const deliveries = await withWorkspace({ db, workspace }, async ({ read }, workspaceId) =>
          listEventDeliveries(read, workspaceId, { endpointId: endpoint, eventId: event, state, limit }),
        )
        if (json) printJson(deliveries.map(forScripts))
        else if (deliveries.length === 0) print('No events were sent.')
        else await table(deliveries)
      },
    )
}

function forScripts({ createdAt, sentAt, ...delivery }: EventDelivery): object {
  return { ...delivery, sentAt: toIsoOrNull(sentAt), createdAt: toIso(createdAt) }
}

function table(deliveries: EventDelivery[]): Promise<void> {
  return printTable(
    ['EVENT', 'TYPE', cut('ENDPOINT'), 'STATE', spare('TRIES'), spare('CREATED'), 'HTTP', cut('VERDICT')],
    deliveries.map(({ eventId, type, kind, host, endpointId, state, tries, createdAt, httpStatus, verdict }) => [
      eventId,
      type,
      kind === null ? `${endpointId} (deleted)` : `${kind} ${host}`,
      state,
      String(tries),
      toMinute(createdAt),
      httpStatus === null ? '' : String(httpStatus),
      verdict ?? '',
    ]),
  )
}

function showCommand(): Command {
  return workspaceCommand(new Command('show'))
    .argument('<event-id>')
    .description('show an event, its body for each endpoint, and what the endpoints responded')
    .addOption(publicUrlOption())
    .addOption(wideOption())
    .action(async (id: string, options: WorkspaceOptions & EventCallOptions) => {
      const found = await withEventServices(options, (services, workspaceId) => findAll(services, workspaceId, id))
      const { event, deliveries, bodies } = found
      if (options.json) return printJson({ ...event, deliveries: deliveries.map(forScripts), bodies })
      print([strong(`${event.type} ${event.id}`)], JSON.stringify(event))
      if (deliveries.length > 0) await table(deliveries)
      for (const { endpoint, body } of bodies) print('', [strong(endpoint)], ...linesOf(body, '  '))
      for (const { answer, explanation, host } of deliveries) {
        if (answer) print('', [strong(`Response of ${host ?? 'a deleted endpoint'}`)], ...linesOf(answer, '  '))
        if (explanation !== null) print('', explanation)
      }
    })
}

/** Most deliveries of an event that are shown. */
const MOST_SHOWN = 100

async function findAll(services: EventServices, workspaceId: string, id: string) {
  const { store, settings } = services
  const event = await requireEvent(store.read, workspaceId, id)
  const deliveries = await listEventDeliveries(store.read, workspaceId, { eventId: id, limit: MOST_SHOWN })
  const ids = new Set(deliveries.map(({ endpointId }) => endpointId))
  const endpoints = (await listEndpoints(store.read, workspaceId)).filter((endpoint) => ids.has(endpoint.id))
  const bodies = await Promise.all(
    endpoints.map(async (endpoint) => {
      const composed = await composeEvent(services, endpoint, event)
      return { endpoint: `${endpoint.kind} ${endpoint.host}`, body: composed?.message.body ?? '' }
    }),
  )
  const { publicUrl } = settings
  return { event: payloadOf(event, { includeText: false, publicUrl }), deliveries, bodies }
}

function replayCommand(): Command {
  return workspaceCommand(new Command('replay'))
    .argument('[event-id]')
    .description('send an event again, or all that have failed since a time; the event id stays the same')
    .addOption(new Option('--since <time>', 'all failed ones since this time').argParser(time))
    .addOption(new Option('--endpoint <id>', 'only to this endpoint'))
    .action(
      async (
        eventId: string | undefined,
        { db, workspace, json, since, endpoint: endpointId }: WorkspaceOptions & { since?: number; endpoint?: string },
      ) => {
        const what = replayed(eventId, since)
        const count = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
          store.write((tx) => replayEvents(tx, operator(), { workspaceId, endpointId, ...what }, clock.now())),
        )
        if (json) printJson({ count })
        else if (count === 0) print('There is nothing to send again.')
        else print(`Deliveries that the server sends again: ${count}`)
      },
    )
}

function replayed(eventId: string | undefined, since: number | undefined): { eventId: string } | { since: number } {
  if (eventId !== undefined && since === undefined) return { eventId }
  if (since !== undefined && eventId === undefined) return { since }
  throw new DomainError('BAD_REQUEST', 'what_to_replay', 'Name either an event or a time with --since.')
}

function testCommand(): Command {
  return workspaceCommand(new Command('test'))
    .argument('<endpoint-id>')
    .description('send a test to an endpoint now')
    .addOption(publicUrlOption())
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(wideOption())
    .action(async (id: string, options: WorkspaceOptions & EventCallOptions) => {
      const delivery = await withEventServices(options, (services, workspaceId) =>
        testEndpoint(services, operator(), { workspaceId, id }),
      )
      if (options.json) printJson(forScripts(delivery))
      else {
        await table([delivery])
        if (delivery.answer) print('', ...linesOf(delivery.answer, '  '))
        if (delivery.explanation !== null) print('', delivery.explanation)
      }
      if (delivery.state !== 'delivered') process.exitCode = 1
    })
}

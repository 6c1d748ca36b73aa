import { Command, Option } from 'commander'
import { noMetrics } from '../../lib/metrics.ts'
import { toIso, toMinute } from '../../lib/time.ts'
import { wentWell } from '../../refunds/endpoint/call-endpoint.ts'
import { getDelivery, type ListedDelivery, listDeliveries, replayDelivery } from '../../refunds/endpoint/deliveries.ts'
import { getRefundSettings } from '../../refunds/settings.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import {
  allowEndpointOption,
  allowPrivateOption,
  attemptForScripts,
  caOption,
  type EndpointOptions,
  printAttempt,
  readCa,
  withOutbound,
} from '../kit/endpoint-calls.ts'
import { listCommand, type WorkspaceOptions, wholeNumber, workspaceCommand } from '../kit/options.ts'
import { linesOf, print, printJson, printTable } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'

export function deliveriesCommand(): Command {
  const command = new Command('deliveries').description("list, show and replay requests to the shop's refund endpoint")
  addList(command)
  addShow(command)
  addReplay(command)
  return command
}

function addList(command: Command): void {
  listCommand(command.command('list'))
    .description('list requests, newest first')
    .addOption(new Option('--refund <id>', 'only requests of this refund'))
    .addOption(new Option('--limit <n>', 'maximum number of rows').default(50).argParser(wholeNumber(1, 10_000)))
    .action(async ({ db, workspace, json, refund, limit }: WorkspaceOptions & { refund?: string; limit: number }) => {
      const deliveries = await withWorkspace({ db, workspace }, async (store, id) =>
        listDeliveries(store.read, id, { refundId: refund, limit }),
      )
      if (json) printJson(deliveries.map(forScripts))
      else await table(deliveries)
    })
}

function addShow(command: Command): void {
  listCommand(command.command('show <id>'))
    .description('show a request with the beginning of its response')
    .action(async (id: string, { db, workspace, json }: WorkspaceOptions) => {
      const delivery = await withWorkspace({ db, workspace }, async (store, workspaceId) =>
        getDelivery(store.read, workspaceId, id),
      )
      if (json) {
        printJson(forScripts(delivery))
        return
      }
      await table([delivery])
      if (delivery.answer) print('', ...linesOf(delivery.answer, '  '))
      if (delivery.explanation !== null) print('', delivery.explanation)
    })
}

function addReplay(command: Command): void {
  workspaceCommand(command.command('replay <id>'))
    .description('send a request again with the same body and a new signature; the response changes no refund')
    .addOption(new Option('--url <url>', "endpoint to call instead of the workspace's"))
    .addOption(caOption())
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .action(async (deliveryId: string, options: WorkspaceOptions & EndpointOptions & { url?: string; ca?: string }) => {
      const { attempt, url } = await withWorkspace(options, (store, workspaceId, clock) =>
        withOutbound({ ...options, ...readCa(options) }, clock, async (outbound) => {
          const services = { store, clock, outbound, metrics: noMetrics, sealer: await unlock(store) }
          const attempt = await replayDelivery(services, operator(), { workspaceId, deliveryId, url: options.url })
          return { attempt, url: options.url ?? (await getRefundSettings(store.read, workspaceId)).endpointUrl ?? '' }
        }),
      )
      if (options.json) printJson(attemptForScripts(attempt, url))
      else printAttempt(attempt, url)
      if (!wentWell(attempt.verdict)) process.exitCode = 1
    })
}

function forScripts({ sentAt, ...delivery }: ListedDelivery): object {
  return { ...delivery, sentAt: toIso(sentAt) }
}

function table(deliveries: ListedDelivery[]): Promise<void> {
  return printTable(
    ['ID', 'TYPE', cut('REFUND'), spare('TRY'), spare('SENT'), 'HTTP', spare('TIME'), cut('VERDICT')],
    deliveries.map(({ id, type, refundId, number, sentAt, httpStatus, durationMs, verdict }) => [
      id,
      type,
      refundId ?? '',
      String(number),
      toMinute(sentAt),
      httpStatus === null ? 'none' : String(httpStatus),
      durationMs === null ? '' : `${durationMs} ms`,
      verdict ?? 'in progress or interrupted',
    ]),
  )
}

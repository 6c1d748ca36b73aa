import { Command, InvalidArgumentError, Option } from 'commander'
import { refundsFile } from '../../console/exports/lists.ts'
import { formatAmount } from '../../lib/amounts.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { toIso } from '../../lib/time.ts'
import { approvalReasonWord, overTotalWords, viewOf } from '../../refunds/agent-view.ts'
import {
  approveRefund,
  cancelRefund,
  confirmRefund,
  declineRefund,
  rejectRefund,
  stopWaiting,
  tryRefundNow,
} from '../../refunds/decisions.ts'
import type { RefundLine } from '../../refunds/endpoint/endpoint-request.ts'
import { type RefundStatus, refundStatuses } from '../../refunds/lifecycle.ts'
import { quoteRefund, type RefundServices, type RequestedByAgent, startRefund } from '../../refunds/offer.ts'
import { type ReasonKind, reasonKinds } from '../../refunds/reasons.ts'
import { getRefund, listRefunds, type Refund, timelineOf } from '../../refunds/refunds.ts'
import type { Tx } from '../../store/store.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import { allowEndpointOption, allowPrivateOption, type EndpointOptions, withOutbound } from '../kit/endpoint-calls.ts'
import { exportCommand, exportList } from '../kit/export-list.ts'
import { listCommand, type WorkspaceOptions, wholeNumber } from '../kit/options.ts'
import { print, printJson, printTable, strong } from '../kit/output.ts'
import { forScripts, showOne, table, viewsOf } from '../kit/refund-output.ts'
import { cut } from '../kit/table.ts'
import { addSecret, addSettings, addTestConnection } from './refund-settings.ts'

export function refundsCommand(): Command {
  const command = new Command('refunds').description('set up refunds, start them and decide on them')
  addSettings(command)
  addSecret(command)
  addTestConnection(command)
  addList(command)
  addExport(command)
  addShow(command)
  addRefundRequest(
    command,
    'quote',
    "ask the shop's endpoint for the amount of a refund; this changes nothing",
    showQuote,
  )
  addRefundRequest(
    command,
    'start',
    "start a refund: the shop's endpoint returns the amount, the customer confirms it",
    showStarted,
  ).addOption(
    new Option('--again <id>', 'refund the order again; id of its newest refund that was made or may have been made'),
  )
  addDecision(command, 'confirm', 'confirm the amount on behalf of the customer', confirmRefund)
  addDecision(command, 'decline', 'decline a refund on behalf of the customer', declineRefund)
  addDecision(command, 'approve', 'approve a refund that is waiting for an agent', approveRefund)
  const why = () => new Option('--reason <text>', 'reason, for other agents')
  addDecision(command, 'reject', 'reject a refund that is waiting for an agent', rejectRefund, why())
  addDecision(command, 'cancel', 'cancel a refund that is not made yet', cancelRefund, why())
  addDecision(
    command,
    'stop-waiting',
    'stop waiting for the outcome of a pending refund; the shop may have made it',
    stopWaiting,
    why().makeOptionMandatory(),
  )
  addDecision(
    command,
    'try-now',
    'order a refund again at once from a shop that does not answer; the shop pays at most once',
    tryRefundNow,
  )
  return command
}

function addList(command: Command): void {
  listCommand(command.command('list'))
    .description('list refunds, newest first')
    .addOption(new Option('--status <status>', 'only refunds with this status').choices(refundStatuses))
    .addOption(new Option('--order <id>', 'only refunds of this order'))
    .addOption(new Option('--limit <n>', 'maximum number of rows').default(50).argParser(wholeNumber(1, 10_000)))
    .action(async (options: WorkspaceOptions & { status?: RefundStatus; order?: string; limit: number }) => {
      const refunds = await withWorkspace(options, async (store, id) => {
        const { status, order: orderId, limit } = options
        return viewsOf(store.read, await listRefunds(store.read, id, { status, orderId, limit }))
      })
      if (options.json) printJson(refunds.map(forScripts))
      else await table(refunds)
    })
}

function addExport(command: Command): void {
  exportCommand(command, 'refunds')
    .addOption(new Option('--status <status>', 'only refunds with this status').choices(refundStatuses))
    .action((file: string, options: WorkspaceOptions & { status?: RefundStatus }) => {
      const { status } = options
      const statuses = status ? [status] : refundStatuses
      return exportList(file, options, {
        list: 'refunds',
        filters: { status },
        rowsOf: ({ store, workspaceId }) => refundsFile({ store }, workspaceId, { statuses, oldestFirst: false }),
      })
    })
}

function addShow(command: Command): void {
  listCommand(command.command('show <id>'))
    .description('show a refund with its whole history')
    .action(async (id: string, { db, workspace, json }: WorkspaceOptions) => {
      const { refund, moves, deliveries } = await withWorkspace({ db, workspace }, async ({ read }, workspaceId) => ({
        refund: await viewOf(read, await getRefund(read, workspaceId, id)),
        ...(await timelineOf(read, id)),
      }))
      if (json) {
        const timed = <T extends { at: number }>(entry: T) => ({ ...entry, at: toIso(entry.at) })
        const sent = <T extends { sentAt: number }>(entry: T) => ({ ...entry, sentAt: toIso(entry.sentAt) })
        printJson({ ...forScripts(refund), moves: moves.map(timed), deliveries: deliveries.map(sent) })
        return
      }
      await showOne(refund)
      if (refund.failureCode !== null)
        print('', `failed: ${refund.failureCode} ${refund.failureMessage ?? ''}`.trimEnd())
      const lines = [
        ...moves.map(({ at, from, to, on, actor, reason }) => [
          toIso(at),
          from === null ? to : from === to ? `${to}, reported late` : `${from} → ${to}`,
          [on, `by ${actor}`, ...(reason === null ? [] : [`(${reasonWords(on, reason)})`])].join(' '),
        ]),
        ...deliveries.map(({ sentAt, type, number, httpStatus, durationMs, verdict, explanation }) => [
          toIso(sentAt),
          type === 'refund.create' ? `${type} try ${number}` : type,
          [
            httpStatus === null ? null : `HTTP ${httpStatus}`,
            durationMs === null ? null : `${durationMs} ms`,
            verdict ?? 'in progress or interrupted',
            explanation,
          ]
            .filter((part) => part !== null)
            .join(', '),
        ]),
      ].sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0))
      print('')
      const toSecond = ([time = '', ...rest]: string[]) => [time.replace(/\.\d+Z$/, 'Z'), ...rest]
      await printTable(['TIME', 'WHAT', cut('HOW')], lines.map(toSecond))
    })
}

/** The reasons of a customer's confirmation are names and need words; text by agents and shops stays as written. */
function reasonWords(on: string, reason: string): string {
  return on === 'customer_confirmed' ? reason.split(', ').map(approvalReasonWord).join(', ') : reason
}

type RefundRequestOptions = WorkspaceOptions &
  EndpointOptions & {
    order: string
    line?: RefundLine[]
    reason: ReasonKind
    note?: string
    conversation?: string
    again?: string
  }

function addRefundRequest(
  command: Command,
  name: string,
  description: string,
  act: (services: RefundServices, requested: RequestedByAgent, options: RefundRequestOptions) => Promise<void>,
): Command {
  return listCommand(command.command(name))
    .description(description)
    .addOption(new Option('--order <id>', 'id of the order').makeOptionMandatory())
    .addOption(new Option('--reason <kind>', 'reason for the refund').choices(reasonKinds).makeOptionMandatory())
    .addOption(new Option('--note <text>', 'explanation of the reason; sent to the shop'))
    .addOption(
      new Option('--line <item=quantity...>', 'order line to refund; without lines, the shop decides').argParser(
        readLine,
      ),
    )
    .addOption(new Option('--conversation <id>', 'conversation that the refund belongs to'))
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .action(async (options: RefundRequestOptions) => {
      await withWorkspace(options, (store, workspaceId, clock) =>
        withOutbound(options, clock, async (outbound) => {
          const requested = {
            workspaceId,
            orderId: options.order,
            lines: options.line ?? [],
            kind: options.reason,
            note: options.note ?? null,
            conversationId: options.conversation ?? null,
            again: options.again ?? null,
          }
          await act({ store, clock, outbound, metrics: noMetrics, sealer: await unlock(store) }, requested, options)
        }),
      )
    })
}

/** `item=quantity`, as the parser of a repeatable option. */
export function readLine(text: string, earlier: RefundLine[] = []): RefundLine[] {
  const [, itemId, quantity] = /^(.+)=([1-9]\d*)$/.exec(text) ?? []
  if (itemId === undefined) throw new InvalidArgumentError('Give the id of an order line and a quantity: li_1=2.')
  return [...earlier, { itemId, quantity: Number(quantity) }]
}

async function showQuote(
  services: RefundServices,
  requested: RequestedByAgent,
  { json }: RefundRequestOptions,
): Promise<void> {
  const quote = await quoteRefund(services, operator(), requested)
  const earlier = await viewsOf(services.store.read, quote.earlier)
  if (json) {
    printJson({ ...quote, earlier: earlier.map(forScripts) })
    return
  }
  const { amount, currency, note, overOrderTotal } = quote
  print([strong(formatAmount(amount, currency)), note === null ? '' : `  (${note})`])
  if (overOrderTotal) print(overTotalWords(quote, overOrderTotal))
  if (earlier.length === 0) return
  print('')
  print('This order was refunded before, or may have been. To refund it again, name the newest of these with --again:')
  await table(earlier)
}

async function showStarted(
  services: RefundServices,
  requested: RequestedByAgent,
  { json }: RefundRequestOptions,
): Promise<void> {
  const refund = await viewOf(services.store.read, await startRefund(services, operator(), requested))
  if (json) printJson(forScripts(refund))
  else await showOne(refund)
}

type Decide = (
  tx: Tx,
  actor: ReturnType<typeof operator>,
  ref: { workspaceId: string; id: string; reason?: string | null },
  now: number,
) => Promise<Refund>

function addDecision(command: Command, name: string, description: string, decide: Decide, reasonOption?: Option): void {
  const decision = listCommand(command.command(`${name} <id>`)).description(description)
  if (reasonOption) decision.addOption(reasonOption)
  decision.action(async (id: string, { db, workspace, json, reason }: WorkspaceOptions & { reason?: string }) => {
    const refund = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
      return store.write(async (tx) =>
        viewOf(tx, await decide(tx, operator(), { workspaceId, id, reason: reason ?? null }, clock.now())),
      )
    })
    if (json) printJson(forScripts(refund))
    else await showOne(refund)
  })
}

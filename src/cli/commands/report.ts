import { Command, Option } from 'commander'
import { formatAmount } from '../../lib/amounts.ts'
import { type Figures, MOST_DAYS, measuresOf, type Report, readReport } from '../../report/figures.ts'
import type { Times } from '../../report/measures.ts'
import { rebuildReport } from '../../report/rebuild.ts'
import { DEFAULT_DAYS } from '../../report/routes.ts'
import { withWorkspace } from '../kit/context.ts'
import { type WorkspaceOptions, wholeNumber, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'

/** `storewire report` */
export function reportCommand(): Command {
  const command = new Command('report').description('what the assistant and people did for customers, in figures')
  workspaceCommand(command.command('show', { isDefault: true }))
    .description('show the figures; `show` may be left out')
    .addOption(
      new Option('--days <n>', 'days, today included; they are compared with as many days before')
        .default(DEFAULT_DAYS)
        .argParser(wholeNumber(1, MOST_DAYS)),
    )
    .addOption(new Option('--csv', 'all that was counted, a line a day and measure').conflicts('json'))
    .action(show)
  command.addCommand(rebuildCommand())
  return command
}

type ShowOptions = WorkspaceOptions & { days: number; csv?: boolean }

async function show({ db, workspace, json, days, csv }: ShowOptions): Promise<void> {
  const { report, measures } = await withWorkspace({ db, workspace }, async ({ read }, workspaceId, clock) => {
    const report = await readReport(read, workspaceId, days, clock.now())
    return { report, measures: json || csv ? await measuresOf(read, workspaceId, report) : [] }
  })
  if (json) printJson({ ...report, measures })
  else if (csv) print('day,measure,value', ...measures.map(({ day, measure, value }) => `${day},${measure},${value}`))
  else await printReport(report)
}

async function printReport({ from, to, timeZone, days, now, before }: Report): Promise<void> {
  print(`${from} to ${to} (${timeZone}), compared with the ${days} days before`, '')
  const row = (name: string, of: (figures: Figures) => string) => [name, of(now), of(before)]
  await printTable(
    ['', 'NOW', 'BEFORE'],
    [
      row('chats', ({ chats }) => String(chats)),
      row('with people', ({ people }) => String(people)),
      row('resolved without people', ({ resolved: { count, of } }) => `${count} (${share(count, of)})`),
      row('questions without an answer', ({ unanswered }) => String(unanswered)),
      row('first reply by people', ({ firstReply }) => shownTimes(firstReply)),
      row('time to close', ({ close }) => shownTimes(close)),
      row('rated good', ({ ratings: { good, bad } }) => `${good} of ${good + bad} (${share(good, good + bad)})`),
    ],
  )
  print('', RULE)
  await list('HAND-OVERS', now.handOvers, before.handOvers)
  await list('TOPICS', now.topics, before.topics)
  if (now.refunds.length === 0) return
  print('')
  await printTable(
    ['REFUNDS', 'REASON', 'COUNT', 'SUM'],
    now.refunds.map(({ status, kind, count, amount, currency }) => [
      spoken(status),
      spoken(kind),
      String(count),
      formatAmount(amount, currency),
    ]),
  )
}

const RULE =
  'Resolved without people: the assistant answered, and within 24 hours after the last message the customer neither asked for a person, nor asked for the same again, nor rated the chat bad.'

async function list(title: string, now: Figures['topics'], before: Figures['topics']): Promise<void> {
  if (now.length === 0) return
  const earlier = new Map(before.map(({ name, count }) => [name, count]))
  print('')
  await printTable(
    [title, 'NOW', 'BEFORE'],
    now.map(({ name, count }) => [spoken(name), String(count), String(earlier.get(name) ?? 0)]),
  )
}

const spoken = (name: string) => name.replaceAll('_', ' ')
const share = (count: number, of: number) => (of === 0 ? '–' : `${Math.round((100 * count) / of)} %`)

function shownTimes({ count, median, p90 }: Times): string {
  return count === 0 ? '–' : `≈ ${shownTime(median)} (90 %: ${shownTime(p90)})`
}

const UNITS: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/** Times above the last step of counting have no upper bound. */
function shownTime(seconds: number | null): string {
  const [size, unit] = UNITS.find(([size]) => (seconds ?? 0) >= size) ?? [1, 's']
  return seconds === null ? '> 14 d' : `${Math.round((10 * seconds) / size) / 10} ${unit}`
}

function rebuildCommand(): Command {
  return workspaceCommand(new Command('rebuild'))
    .description('count again from the stored chats and refunds; days that have lost chats or answers stay as they are')
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const rebuilt = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
        rebuildReport({ store, clock }, workspaceId),
      )
      if (json) printJson(rebuilt)
      else print(`Counted again: ${rebuilt.days} days. Kept as they were: ${rebuilt.kept}.`)
    })
}

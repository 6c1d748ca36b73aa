import { type Command, InvalidArgumentError, Option } from 'commander'
import { changeAssistantSettings, getAssistantSettings } from '../../assistant/settings.ts'
import { PROGRAM } from '../../lib/program.ts'
import { type OpeningHours, type Weekday, weekdays } from '../../tools/opening-hours.ts'
import { type AssistantSettings, assistantLanguages, customTypes } from '../../tools/settings.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { listCommand, onOff, type WorkspaceOptions, wholeNumber } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { addShow } from '../kit/show-settings.ts'
import { cut } from '../kit/table.ts'

export function addSettings(command: Command): void {
  const settings = command.command('settings').description('show and change the settings of the assistant')
  addShow(settings, { description: 'show the settings', read: getAssistantSettings, print: showSettings })
  addSet(settings)
}

interface SetOptions extends WorkspaceOptions {
  enabled?: boolean
  languages?: AssistantSettings['languages']
  defaultLanguage?: AssistantSettings['defaultLanguage']
  shopName?: string
  guestOrders?: AssistantSettings['guestOrders']
  lowStock?: number
  exactStock?: boolean
  staleAfterHours?: number
  hours?: OpeningHours['open'] | typeof NONE
  timeZone?: string
  visibleCustom?: Partial<AssistantSettings['visibleCustom']>
  keepTurnsDays?: number
  keepToolCallsDays?: number
}

const DAYS = wholeNumber(1, 3_650)

function addSet(settings: Command): void {
  listCommand(settings.command('set'))
    .description('change the given settings; all other settings stay')
    .addOption(new Option('--enabled <on|off>', 'on: the assistant answers in chats; off: people do').argParser(onOff))
    .addOption(new Option('--languages <list>', `some of ${assistantLanguages.join(',')}`).argParser(languages))
    .addOption(
      new Option('--default-language <language>', 'for messages whose language is not clear').choices(
        assistantLanguages,
      ),
    )
    .addOption(new Option('--shop-name <name>', 'how the assistant calls the shop, or none'))
    .addOption(
      new Option('--guest-orders <proof>', 'what guests name to learn the status of an order').choices([
        'off',
        'number_and_email',
        'number_and_postcode',
      ]),
    )
    .addOption(
      new Option('--low-stock <n>', 'stock up to this number is called low').argParser(wholeNumber(0, 1_000_000)),
    )
    .addOption(new Option('--exact-stock <on|off>', 'whether exact figures of stock are shown').argParser(onOff))
    .addOption(
      new Option('--stale-after-hours <n>', 'older facts are shown with their date').argParser(wholeNumber(1, 8_760)),
    )
    .addOption(
      new Option(
        '--hours <list>',
        'when people answer, such as "mon-fri 09:00-17:30, sat 10:00-14:00", or none',
      ).argParser(openTimes),
    )
    .addOption(new Option('--time-zone <name>', 'time zone of the hours, such as Europe/Berlin'))
    .addOption(
      new Option(
        '--visible-custom <type=names...>',
        `entries of custom that customers may see, for ${customTypes.join(' and ')}: orders=giftMessage,engraving`,
      ).argParser(visibleNames),
    )
    .addOption(new Option('--keep-turns-days <n>', 'days for which commands and facts are kept').argParser(DAYS))
    .addOption(new Option('--keep-tool-calls-days <n>', 'days for which the log of reads is kept').argParser(DAYS))
    .action(async ({ db, workspace, json, hours, timeZone, visibleCustom, shopName, ...others }: SetOptions) => {
      const { wide: _, ...named } = others as typeof others & { wide?: boolean }
      const changed = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        return store.write(async (tx) => {
          const before = await getAssistantSettings(tx, workspaceId)
          const change: Partial<AssistantSettings> = {
            ...named,
            ...(shopName === undefined ? {} : { shopName: shopName === NONE ? null : shopName }),
            ...(visibleCustom ? { visibleCustom: { ...before.visibleCustom, ...visibleCustom } } : {}),
            ...changedHours(before, hours, timeZone),
          }
          if (Object.keys(change).length === 0)
            throw new Error(
              `Nothing to change. Name at least one setting: see "${PROGRAM} assistant settings set --help".`,
            )
          return changeAssistantSettings(tx, operator(), { workspaceId, change }, clock.now())
        })
      })
      await showSettings(changed, json)
    })
}

/** Hours need a time zone: the given one, or the one of before. */
function changedHours(
  { hours: before }: AssistantSettings,
  given: SetOptions['hours'],
  timeZone: string | undefined,
): Pick<Partial<AssistantSettings>, 'hours'> {
  if (given === NONE) return { hours: null }
  const open = given ?? before?.open
  const zone = timeZone ?? before?.timeZone
  if (given === undefined && timeZone === undefined) return {}
  if (open === undefined) throw new Error('--time-zone: there are no hours. Add --hours.')
  if (zone === undefined) throw new Error('--hours: the time zone is missing. Add --time-zone, such as Europe/Berlin.')
  return { hours: { timeZone: zone, open } }
}

const NONE = 'none'

function languages(text: string): AssistantSettings['languages'] {
  const named = text.split(',').map((part) => part.trim())
  const known = named.filter((name) => (assistantLanguages as readonly string[]).includes(name))
  if (known.length < named.length) throw new InvalidArgumentError(`Use some of ${assistantLanguages.join(',')}.`)
  return [...new Set(known)] as AssistantSettings['languages']
}

function visibleNames(text: string, earlier: SetOptions['visibleCustom'] = {}): SetOptions['visibleCustom'] {
  const [, type = '', names = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
  if (!customTypes.includes(type))
    throw new InvalidArgumentError(`Name a type (${customTypes.join(', ')}) and entries, such as orders=giftMessage.`)
  const list = names.split(',').filter((name) => name !== '')
  return { ...earlier, [type]: list }
}

/** Reads `mon-fri 09:00-17:30, sat 10:00-14:00`. */
function openTimes(text: string): OpeningHours['open'] | typeof NONE {
  if (text === NONE) return NONE
  return text.split(',').map((part) => {
    const [, first, last, from = '', until = ''] =
      /^\s*([a-z]{3})(?:-([a-z]{3}))?\s+(\d\d:\d\d)-(\d\d:\d\d)\s*$/i.exec(part) ?? []
    const begin = weekdays.indexOf(first?.toLowerCase() as Weekday)
    const end = last === undefined ? begin : weekdays.indexOf(last.toLowerCase() as Weekday)
    if (begin === -1 || end < begin)
      throw new InvalidArgumentError(`Invalid hours "${part.trim()}". Use days and times such as mon-fri 09:00-17:30.`)
    return { days: weekdays.slice(begin, end + 1), from, until }
  })
}

async function showSettings(settings: AssistantSettings, json: boolean | undefined): Promise<void> {
  if (json) {
    printJson(settings)
    return
  }
  const { hours, visibleCustom, ...plain } = settings
  const words = (value: unknown): string =>
    typeof value === 'boolean'
      ? value
        ? 'on'
        : 'off'
      : Array.isArray(value)
        ? value.join(', ')
        : String(value ?? NONE)
  const open = (hours?.open ?? []).map(({ days, from, until }) => `${days.join('+')} ${from}-${until}`)
  await printTable(
    ['SETTING', cut('VALUE')],
    [
      ...Object.entries(plain).map(([name, value]) => [name, words(value)]),
      ['hours', hours ? `${open.join(', ')} (${hours.timeZone})` : NONE],
      ...Object.entries(visibleCustom).map(([type, names]) => [`visibleCustom.${type}`, words(names) || NONE]),
    ],
  )
  if (!settings.enabled) print('', `The assistant is off. Switch it on: ${PROGRAM} assistant on`)
}

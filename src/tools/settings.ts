import type * as v from 'valibot'
import { choice, flag, id, int, someText } from '../lib/fields.ts'
import { list, object, optional } from '../lib/schema.ts'
import { validate } from '../lib/validate.ts'
import { timeOfDay, timeZone, weekdays } from './opening-hours.ts'

/** Languages in which the assistant answers. */
export const assistantLanguages = ['en', 'de', 'fr', 'es'] as const

const LONGEST_KEPT_DAYS = 3_650
const MOST_SHOWN = 20

const Hours = object('OpeningHours', {
  timeZone: timeZone('An IANA time zone, such as Europe/Berlin.'),
  open: list(
    object('OpenTime', {
      days: list(choice(weekdays), weekdays.length),
      from: timeOfDay('When people begin to answer, such as 09:00.'),
      until: timeOfDay('When people stop answering, such as 17:30. 24:00 is the end of the day.'),
    }),
    14,
  ),
})

/** Names of entries in `custom` that signed-in customers may see; of products, everybody. */
function shownEntries() {
  return list(id(), MOST_SHOWN)
}

/** What a shop decides about its assistant: the only definition of its settings, for the command line, the console and what is stored. */
export const settingsFields = {
  enabled: flag('Whether the assistant answers in chats. If not, chats wait for people.'),
  languages: list(choice(assistantLanguages), assistantLanguages.length),
  defaultLanguage: choice(assistantLanguages, 'For messages whose language is not clear.'),
  shopName: optional(someText('How the assistant calls the shop; null: without a name.', 100)),
  guestOrders: choice(
    ['off', 'number_and_email', 'number_and_postcode'],
    'What guests have to name to learn the status of an order.',
  ),
  lowStock: int('Stock up to this number is called low.', 0, 1_000_000),
  exactStock: flag('Whether exact figures of stock are shown.'),
  staleAfterHours: int('Facts that are older are shown with their date.', 1, 8_760),
  hours: optional(Hours),
  visibleCustom: object('VisibleCustom', {
    orders: shownEntries(),
    shipments: shownEntries(),
    products: shownEntries(),
  }),
  keepTurnsDays: int('Days for which commands and facts of answers are kept.', 1, LONGEST_KEPT_DAYS),
  keepToolCallsDays: int('Days for which the log of what was read is kept.', 1, LONGEST_KEPT_DAYS),
}

const Settings = object('AssistantSettings', settingsFields)

export type AssistantSettings = v.InferOutput<typeof Settings>

/** The settings of a new workspace. */
export const defaultAssistantSettings: AssistantSettings = {
  enabled: true,
  languages: [...assistantLanguages],
  defaultLanguage: 'en',
  shopName: null,
  guestOrders: 'number_and_email',
  lowStock: 3,
  exactStock: false,
  staleAfterHours: 24,
  hours: null,
  visibleCustom: { orders: [], shipments: [], products: [] },
  keepTurnsDays: 90,
  keepToolCallsDays: 90,
}

/** Types of object of which a shop may show entries of `custom`. */
export const customTypes = Object.keys(defaultAssistantSettings.visibleCustom)

/** What is wrong with settings, as a message that begins with the name of the setting; undefined if they are valid. */
export function problemOfSettings(settings: unknown): string | undefined {
  const { output, issues } = validate(Settings, settings)
  const [first] = issues
  if (first) return `${first.path.join('.')} ${first.message}`
  const { languages, defaultLanguage, hours } = output as AssistantSettings
  if (!languages.includes(defaultLanguage)) return 'defaultLanguage must be one of languages'
  if (hours?.open.length === 0) return 'hours.open must have an entry; use null if people may answer at any time'
  for (const [index, { days, from, until }] of (hours?.open ?? []).entries()) {
    if (days.length === 0) return `hours.open.${index}.days must name a day`
    if (from >= until) return `hours.open.${index} must end after it begins: split hours that cross midnight`
  }
  return undefined
}

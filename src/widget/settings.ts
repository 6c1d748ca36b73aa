import type * as v from 'valibot'
import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../lib/errors.ts'
import { choice, hexColor, int, someText, text } from '../lib/fields.ts'
import { list, object } from '../lib/schema.ts'
import { validate } from '../lib/validate.ts'
import type { Reader, Tx } from '../store/store.ts'
import { languages, textNames } from './texts.ts'

/** Most questions that an empty chat offers, in one language. */
export const MOST_STARTERS = 5
/** Most paths of pages with settings of their own, and most characters of one: all are in the line for the pages. */
const MOST_PAGES = 20
const LONGEST_PATH = 200
/** A path, without what would end it in the line. */
const PATH = /^\/[^\s?#]*$/
/** Longest text that a shop may put in the place of one of the panel's. */
const LONGEST_TEXT = 500

/** What a shop decides about its chat window: the only definition of these settings, for the command line, the console and what is stored. */
export const widgetSettingsFields = {
  color: hexColor('Color of the launcher and of buttons. Texts on it are black or white, whichever is easier to read.'),
  position: choice(['left', 'right'], 'The corner of the launcher: data-side of the script.'),
  name: text(
    'What the head of the chat calls the shop; empty: the name of the shop, as in the settings of the assistant.',
    60,
  ),
  theme: choice(['auto', 'light', 'dark'], '`auto`: that of the device of the visitor.'),
  radius: int('How round corners are, in CSS pixels: data-radius of the script.', 0, 24),
  sideSpace: int('Space between the launcher and the side of the page, in CSS pixels: data-x of the script.', 0, 200),
  bottomSpace: int('Space below the launcher, in CSS pixels: data-y of the script.', 0, 200),
  starters: list(
    object('WidgetStarter', { language: choice(languages), text: someText('A question that customers ask.', 80) }),
    MOST_STARTERS * languages.length,
  ),
  hiddenOn: list(
    text('The launcher is hidden on pages whose path begins so: data-pages of the script.', LONGEST_PATH),
    MOST_PAGES,
  ),
  pageGreetings: list(
    object('PageGreeting', {
      path: text('What the path of the page begins with.', LONGEST_PATH),
      after: int('Seconds from the page to the bubble.', 0, 600),
      text: someText('What the bubble beside the launcher says.', 200),
    }),
    MOST_PAGES,
  ),
  languages: list(choice(languages), languages.length),
  texts: list(
    object('ReplacedText', {
      language: choice(languages),
      name: choice(textNames, 'The name of the text. `greeting` is what an empty chat shows first.'),
      text: someText('The text instead. Words in braces, such as {name}, are filled in.', LONGEST_TEXT),
    }),
    languages.length * textNames.length,
  ),
}

const Settings = object('WidgetSettings', widgetSettingsFields)

export type WidgetSettings = v.InferOutput<typeof Settings>

export const defaultWidgetSettings: WidgetSettings = {
  color: '#1a56db',
  position: 'right',
  name: '',
  theme: 'auto',
  radius: 16,
  sideSpace: 20,
  bottomSpace: 20,
  starters: [],
  hiddenOn: [],
  pageGreetings: [],
  languages: [...languages],
  texts: [],
}

/** What was never set has its default. */
export async function getWidgetSettings(reader: Reader, workspaceId: string): Promise<WidgetSettings> {
  const row = await reader.get<{ settings: string }>(
    'SELECT settings FROM widget_settings WHERE workspace_id = ?',
    workspaceId,
  )
  return { ...defaultWidgetSettings, ...(row && JSON.parse(row.settings)) }
}

/**
 * Changes the settings in `change` and keeps the others.
 *
 * @returns all settings after the change
 * @throws DomainError FORBIDDEN; BAD_REQUEST if a setting has an invalid value
 */
export async function changeWidgetSettings(
  tx: Tx,
  actor: Actor,
  {
    workspaceId,
    change,
  }: { workspaceId: string; change: { [Name in keyof WidgetSettings]?: WidgetSettings[Name] | undefined } },
  now: number,
): Promise<WidgetSettings> {
  requireManager(actor)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: WidgetSettings = { ...(await getWidgetSettings(tx, workspaceId)), ...given }
  const problem = problemOf(after)
  if (problem) throw new DomainError('BAD_REQUEST', 'widget_settings', `${problem}. Change this setting.`)
  await tx.run(
    `INSERT INTO widget_settings (workspace_id, settings, updated_at) VALUES (?, ?, ?)
     ON CONFLICT (workspace_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`,
    workspaceId,
    JSON.stringify(after),
    now,
  )
  const entry = { workspaceId, actor, action: 'widget_settings.changed', target: workspaceId, details: given, at: now }
  await audit(tx, entry)
  return after
}

/** What is wrong with settings, as a message that begins with the name of the setting; undefined if they are valid. */
function problemOf(settings: WidgetSettings): string | undefined {
  const [first] = validate(Settings, settings).issues
  if (first) return `${first.path.join('.')} ${first.message}`
  if (settings.languages.length === 0) return 'languages must have an entry'
  if (new Set(settings.languages).size < settings.languages.length) return 'languages must not name a language twice'
  const wrong = [...settings.hiddenOn, ...settings.pageGreetings.map(({ path }) => path)].find(
    (path) => !PATH.test(path),
  )
  if (wrong !== undefined)
    return `paths of pages must begin with / and have no spaces, ? or #, unlike ${wrong || 'an empty one'}`
  const isMuch = languages.some(
    (language) => settings.starters.filter((one) => one.language === language).length > MOST_STARTERS,
  )
  if (isMuch) return `starters must not have more than ${MOST_STARTERS} questions of one language`
  const names = settings.texts.map(({ language, name }) => `${language}.${name}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice && `texts must not replace ${twice} twice`
}

import { Command, InvalidArgumentError, Option } from 'commander'
import { widgetKey } from '../../access/keys.ts'
import { PROGRAM } from '../../lib/program.ts'
import type { Reader } from '../../store/store.ts'
import { addOrigin, listOrigins, removeOrigin } from '../../widget/origins.ts'
import { changeWidgetSettings, getWidgetSettings, type WidgetSettings } from '../../widget/settings.ts'
import { scriptTag } from '../../widget/snippets.ts'
import { languages } from '../../widget/texts.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { listCommand, type WorkspaceOptions } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { addShow } from '../kit/show-settings.ts'
import { cut } from '../kit/table.ts'
import { addWidgetLogo } from './widget-logo.ts'

export function widgetCommand(): Command {
  const command = new Command('widget').description('set up the chat widget')
  const origins = command
    .command('origins')
    .description('change the origins whose pages may use the widget; without origins, every page may')
  addChange(origins, 'add', 'let the pages of an origin, such as https://shop.example, use the widget', addOrigin)
  addChange(origins, 'remove', 'remove an origin; without origins, every page may use the widget', removeOrigin)
  listCommand(origins.command('list'))
    .description('list the origins')
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const listed = await withWorkspace({ db, workspace }, async (store, workspaceId) =>
        listOrigins(store.read, workspaceId),
      )
      await show(listed, json)
    })
  addWidgetSettings(command)
  addWidgetLogo(command)
  return command
}

function addChange(origins: Command, name: string, description: string, change: typeof addOrigin): void {
  listCommand(origins.command(`${name} <origin>`))
    .description(description)
    .action(async (origin: string, { db, workspace, json }: WorkspaceOptions) => {
      const left = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => change(tx, operator(), { workspaceId, origin }, clock.now())),
      )
      await show(left, json)
    })
}

async function show(origins: string[], json: boolean | undefined): Promise<void> {
  if (json) printJson(origins)
  else if (origins.length === 0) print('Every page may use the widget.')
  else
    await printTable(
      [cut('ORIGIN')],
      origins.map((origin) => [origin]),
    )
}

/** Why there is no line for pages, and what helps. */
const NO_KEY = [
  'The key for your pages is not known: none is chosen for the chat, or an older version made it and no page has used it since.',
  `Make one with "${PROGRAM} keys create --kind publishable", then choose it with "${PROGRAM} keys use-for-widget".`,
]

function addWidgetSettings(command: Command): void {
  const settings = command.command('settings').description('show and change how the chat window looks and what it says')
  addShow(settings, { description: 'show the settings', read: readShown, print: showSettings })
  addSet(settings)
}

/** A text of the panel and what the shop says instead; '' puts the panel's own text back. */
type TextChange = { language: string; name: string; text: string }

interface SetOptions extends WorkspaceOptions {
  color?: string
  position?: WidgetSettings['position']
  name?: string
  theme?: WidgetSettings['theme']
  radius?: number
  sideSpace?: number
  bottomSpace?: number
  starter?: { language: string; text: string }[]
  hideOn?: string[]
  greetOn?: WidgetSettings['pageGreetings']
  languages?: string[]
  greeting?: TextChange[]
  text?: TextChange[]
}

const hideOn = new Option(
  '--hide-on <path...>',
  "pages whose path begins so have no launcher, such as /checkout; all others of before go; '' for none",
).argParser((path, earlier: string[] = []) => [...earlier, ...(path === '' ? [] : [path])])

const greetOn = new Option(
  '--greet-on <path=seconds,text...>',
  "a bubble on pages whose path begins so: /mugs=10,'Which size?'; all others of before go; '' for none",
).argParser((text, earlier: WidgetSettings['pageGreetings'] = []) => [...earlier, ...greetingsIn(text)])

function addSet(settings: Command): void {
  listCommand(settings.command('set'))
    .description('change the given settings; all other settings stay')
    .addOption(new Option('--color <color>', 'color of the launcher and of buttons, such as #1a56db'))
    .addOption(new Option('--position <side>', 'the corner of the launcher').choices(['left', 'right']))
    .addOption(new Option('--name <name>', "what the head of the chat calls the shop; '': the name of the shop"))
    .addOption(new Option('--theme <theme>', 'auto: that of the visitor’s device').choices(['auto', 'light', 'dark']))
    .addOption(pixels('--radius', 'how round corners are, in pixels'))
    .addOption(pixels('--side-space', 'space between the launcher and the side of the page, in pixels'))
    .addOption(pixels('--bottom-space', 'space below the launcher, in pixels'))
    .addOption(
      new Option(
        '--starter <language=text...>',
        'a question that an empty chat offers, up to 5 a language; all others of that language go; en= for the usual ones',
      ).argParser((text, earlier: { language: string; text: string }[] = []) => [...earlier, starterOf(text)]),
    )
    .addOption(hideOn)
    .addOption(greetOn)
    .addOption(
      new Option(
        '--languages <list>',
        `some of ${languages.join(',')}; the first one is for all other languages`,
      ).argParser((text) => text.split(',').map((part) => part.trim())),
    )
    .addOption(
      new Option(
        '--greeting <language=text...>',
        'what an empty chat shows first: en="Hi! Ask us anything."',
      ).argParser((text, earlier: TextChange[] = []) => [...earlier, textChange(text, /^(\w+)(=)(.*)$/s, 'greeting')]),
    )
    .addOption(
      new Option(
        '--text <language.name=text...>',
        'a text instead of one of the window: en.send="Go"; without a text, its own again',
      ).argParser((text, earlier: TextChange[] = []) => [...earlier, textChange(text, /^(\w+)\.(\w+)=(.*)$/s)]),
    )
    .action(async ({ db, workspace, json, greeting = [], text = [], starter = [], ...given }: SetOptions) => {
      const {
        color,
        position,
        name,
        theme,
        radius,
        sideSpace,
        bottomSpace,
        languages,
        hideOn: hiddenOn,
        greetOn: pageGreetings,
      } = given
      const texts = [...greeting, ...text]
      const plain = Object.fromEntries(
        Object.entries({
          ...{ color, position, name, theme, radius, sideSpace, bottomSpace, languages, hiddenOn, pageGreetings },
        }).filter(([, value]) => value !== undefined),
      )
      if (Object.keys(plain).length === 0 && texts.length === 0 && starter.length === 0)
        throw new Error(`Nothing to change. Name at least one setting: see "${PROGRAM} widget settings set --help".`)
      const changed = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
        store.write(async (tx) => {
          const before = await getWidgetSettings(tx, workspaceId)
          // The domain checks the names.
          const kept = before.starters.filter(({ language }) => !starter.some((one) => one.language === language))
          const starters = [...kept, ...starter.filter((one) => one.text !== '')]
          const change = { ...plain, starters, texts: merged(before.texts, texts) } as Partial<WidgetSettings>
          await changeWidgetSettings(tx, operator(), { workspaceId, change }, clock.now())
          return readShown(tx, workspaceId)
        }),
      )
      await showSettings(changed, json)
    })
}

function pixels(name: string, description: string): Option {
  return new Option(`${name} <pixels>`, description).argParser(Number)
}

function starterOf(given: string): { language: string; text: string } {
  const [, language = '', text = ''] = /^(\w+)=(.*)$/s.exec(given) ?? []
  if (language === '') throw new InvalidArgumentError('Use a language and a question, such as de="Wo ist mein Paket?".')
  return { language, text }
}

function greetingsIn(given: string): WidgetSettings['pageGreetings'] {
  if (given === '') return []
  const [, path = '', after = '', text = ''] = /^(\/[^=]*)=(\d+),(.+)$/s.exec(given) ?? []
  if (path === '')
    throw new InvalidArgumentError("Use a path, seconds and a text, such as /mugs=10,'Which size do you need?'.")
  return [{ path, after: Number(after), text }]
}

function textChange(given: string, form: RegExp, always?: string): TextChange {
  const [, language = '', name = '', text = ''] = form.exec(given) ?? []
  if (language === '')
    throw new InvalidArgumentError(
      `Use ${always ? 'a language and a text, such as de=Hallo!' : 'a language, a name and a text, such as en.send=Go'}.`,
    )
  return { language, name: always ?? name, text }
}

function merged(before: WidgetSettings['texts'], changes: TextChange[]): TextChange[] {
  const all = new Map<string, TextChange>()
  for (const one of [...before, ...changes]) all.set(`${one.language}.${one.name}`, one)
  return [...all.values()].filter(({ text }) => text !== '')
}

/** The settings, and the key that is in the line for the shop's pages; null if none is chosen, or known. */
interface Shown extends WidgetSettings {
  key: string | null
}

async function readShown(reader: Reader, workspaceId: string): Promise<Shown> {
  const key = (await widgetKey(reader, workspaceId))?.key ?? null
  return { ...(await getWidgetSettings(reader, workspaceId)), key }
}

async function showSettings(settings: Shown, json: boolean | undefined): Promise<void> {
  if (json) {
    printJson(settings)
    return
  }
  const { color, position, name, theme, radius, sideSpace, bottomSpace, languages, texts, key } = settings
  const { starters, hiddenOn, pageGreetings } = settings
  await printTable(
    ['SETTING', cut('VALUE')],
    [
      ['color', color],
      ['position', position],
      ...(name === '' ? [] : [['name', name]]),
      ['theme', theme],
      ['radius', `${radius} px`],
      ['space', `${sideSpace} px beside, ${bottomSpace} px below`],
      ...hiddenOn.map((path) => ['hidden on', path]),
      ...pageGreetings.map(({ path, after, text }) => ['greets on', `${path} after ${after} s: ${text}`]),
      ...starters.map(({ language, text }) => [`${language}.starter`, text]),
      ['languages', languages.join(', ')],
      ...texts.map(({ language, name, text }) => [`${language}.${name}`, text]),
    ],
  )
  if (key === null) print('', ...NO_KEY)
  else
    print(
      '',
      'The line for your pages, with the address of your server instead of https://support.shop.example:',
      scriptTag({ ...settings, server: 'https://support.shop.example', key }),
    )
}

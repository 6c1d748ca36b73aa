import { Command, InvalidArgumentError, Option } from 'commander'
import { changeLetterSettings, getLetterSettings, type StoredLetterSettings } from '../../letters/settings.ts'
import { countStopped, stopFor } from '../../letters/stops.ts'
import { letterLanguages } from '../../letters/texts.ts'
import { PROGRAM } from '../../lib/program.ts'
import { mailState } from '../../mail/setup.ts'
import type { Reader } from '../../store/store.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { listCommand, type WorkspaceOptions, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { addShow } from '../kit/show-settings.ts'
import { cut } from '../kit/table.ts'

export function mailCommand(): Command {
  const command = new Command('mail').description('set up e-mail to customers: replies, refunds, copies of chats')
  const settings = command.command('settings').description('show and change what customers are mailed, and from whom')
  addShow(settings, { description: 'show the settings', read: readShown, print: showSettings })
  addSet(settings)
  workspaceCommand(command.command('stop <address>'))
    .description('send nothing to an address any more, for good: its owner has asked for it')
    .action(async (address: string, { db, workspace, json }: WorkspaceOptions) => {
      const stopped = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
        store.write(async (tx) => {
          await stopFor(tx, operator(), { workspaceId, address }, clock.now())
          return countStopped(tx, workspaceId)
        }),
      )
      if (json) printJson({ stopped })
      else print(`Nothing is sent to this address any more. Addresses that were stopped: ${stopped}.`)
    })
  return command
}

/** A text of mails and what the shop says instead; '' puts its own back. */
interface TextOption {
  language: string
  name: string
  text: string
}

interface SetOptions extends WorkspaceOptions {
  on?: boolean
  off?: boolean
  senderName?: string
  from?: string
  replyTo?: string
  signature?: string
  text?: TextOption[]
}

function addSet(settings: Command): void {
  listCommand(settings.command('set'))
    .description('change the given settings; all other settings stay')
    .addOption(new Option('--on', 'mail customers').conflicts('off'))
    .addOption(new Option('--off', 'mail no customers'))
    .addOption(new Option('--sender-name <name>', "the name beside the address; '': the name of the shop"))
    .addOption(
      new Option('--from <address>', "an address in one of the domains of --mail-domains; '': that of --mail-from"),
    )
    .addOption(new Option('--reply-to <address>', "where answers by e-mail go, once it is confirmed; '': nowhere"))
    .addOption(new Option('--signature <text>', "ends each mail; '': nothing"))
    .addOption(
      new Option(
        '--text <language.name=text...>',
        'a text instead of one of the mails: en.replyIntro="Hi!"; without a text, its own again',
      ).argParser((given, earlier: TextOption[] = []) => [...earlier, textOption(given)]),
    )
    .action(async ({ db, workspace, json, on, off, from, replyTo, text = [], ...given }: SetOptions) => {
      const { senderName, signature } = given
      const addresses = {
        ...(from === undefined ? {} : { from: from || null }),
        ...(replyTo === undefined ? {} : { replyTo: replyTo || null }),
      }
      const enabled = on ? true : off ? false : undefined
      if ([senderName, signature, from, replyTo, enabled].every((one) => one === undefined) && text.length === 0)
        throw new Error(`Nothing to change. Name at least one setting: see "${PROGRAM} mail settings set --help".`)
      const changed = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
        store.write(async (tx) => {
          const { texts: before } = await getLetterSettings(tx, workspaceId)
          // The domain checks the names.
          const texts = merged(before, text) as StoredLetterSettings['texts']
          const change = { senderName, signature, enabled, ...addresses, ...(text.length > 0 ? { texts } : {}) }
          await changeLetterSettings(tx, operator(), { workspaceId, change }, clock.now())
          return readShown(tx, workspaceId)
        }),
      )
      await showSettings(changed, json)
    })
}

function textOption(given: string): TextOption {
  const [, language = '', name = '', text = ''] = /^(\w+)\.(\w+)=(.*)$/s.exec(given) ?? []
  if (language === '')
    throw new InvalidArgumentError(
      `Use a language (${letterLanguages.join(', ')}), a name and a text, such as en.replyIntro=Hi!`,
    )
  return { language, name, text }
}

function merged(before: TextOption[], changes: TextOption[]): TextOption[] {
  const all = new Map([...before, ...changes].map((one) => [`${one.language}.${one.name}`, one]))
  return [...all.values()].filter(({ text }) => text !== '')
}

/** The settings, and what the operator has set up. */
interface Shown extends StoredLetterSettings {
  /** The operator's address; null: this installation sends no mail. */
  sender: string | null
  /** How many addresses have stopped all mails. */
  stopped: number
}

async function readShown(reader: Reader, workspaceId: string): Promise<Shown> {
  return {
    ...(await getLetterSettings(reader, workspaceId)),
    sender: (await mailState(reader))?.sender ?? null,
    stopped: await countStopped(reader, workspaceId),
  }
}

async function showSettings(settings: Shown, json: boolean | undefined): Promise<void> {
  if (json) return printJson(settings)
  const { enabled, senderName, from, replyTo, confirmedReplyTo, signature, texts, sender, stopped } = settings
  const replies = replyTo === null ? 'none' : `${replyTo}${confirmedReplyTo === null ? ' (not confirmed)' : ''}`
  await printTable(
    ['SETTING', cut('VALUE')],
    [
      ['mail to customers', enabled ? (sender === null ? 'on, but no SMTP server is set up' : 'on') : 'off'],
      ['sender name', senderName || 'the name of the shop'],
      ['from', from ?? sender ?? 'none'],
      ['reply to', replies],
      ['signature', signature || 'none'],
      ...texts.map(({ language, name, text }) => [`text ${language}.${name}`, text]),
      ['stopped addresses', String(stopped)],
    ],
  )
}

import * as v from 'valibot'
import { requireAgent, requireManager } from '../access/actor.ts'
import { type Route, route } from '../http/route.ts'
import { askForReplyTo, REPLY_TO_MAIL } from '../letters/reply-to.ts'
import {
  changeLetterSettings,
  defaultLetterSettings,
  letterSettingsFields as fields,
  getLetterSettings,
} from '../letters/settings.ts'
import { countStopped, stopFor } from '../letters/stops.ts'
import { letterLanguages, letterTextNames, letterTexts } from '../letters/texts.ts'
import { conflict } from '../lib/errors.ts'
import { email, flag, int, text } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { lastMail } from '../mail/mails.ts'
import { mailState } from '../mail/setup.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { exampleMail, mailSchema, showMail } from './mail-schemas.ts'
import { each, nothing } from './schemas.ts'

/** Shared by all routes of this file. */
const ofSettings = { tag: 'Settings', credential: member, limits: ['calls'] } satisfies Partial<Route>

const settings = object('LetterSettings', {
  ...fields,
  isReplyToConfirmed: flag('Whether the owner of `replyTo` has confirmed it.'),
  replyToMail: optional(mailSchema),
  sender: optional(text("The operator's address, from which mails come; null: the operator has set up no mail.")),
  domains: array(text('A domain in which `from` may be.'), 1_000),
  stopped: int('How many addresses have stopped all mails.'),
})

const response = {
  schema: settings,
  example: {
    ...defaultLetterSettings,
    replyTo: 'help@shop.example',
    isReplyToConfirmed: false,
    replyToMail: exampleMail,
    sender: 'support@shop.example',
    domains: ['shop.example'],
    stopped: 2,
  },
}

async function shown(reader: Reader, workspaceId: string): Promise<object> {
  const { confirmedReplyTo, ...stored } = await getLetterSettings(reader, workspaceId)
  const setup = await mailState(reader)
  const { replyTo } = stored
  const asked = replyTo === null ? undefined : await lastMail(reader, { workspaceId, kind: REPLY_TO_MAIL, to: replyTo })
  return {
    ...stored,
    isReplyToConfirmed: confirmedReplyTo !== null,
    replyToMail: confirmedReplyTo === null ? showMail(asked) : null,
    sender: setup?.sender ?? null,
    domains: setup?.domains ?? [],
    stopped: await countStopped(reader, workspaceId),
  }
}

const show = route({
  ...ofSettings,
  method: 'GET',
  path: '/settings/mail',
  operationId: 'showLetterSettings',
  summary: 'Show the settings of e-mail to customers',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, actor, store }) => {
    requireAgent(actor)
    return shown(store.read, workspace.id)
  },
})

const showTexts = route({
  ...ofSettings,
  method: 'GET',
  path: '/settings/mail/texts',
  operationId: 'showLetterTexts',
  summary: 'Show the texts of mails to customers, as they are where the shop has replaced none',
  status: 200,
  response: {
    schema: object('LetterTexts', each(letterLanguages, object('TextsOfLetters', each(letterTextNames, text())))),
    example: letterTexts,
  },
  errors: [],
  handler: async ({ actor }) => {
    requireAgent(actor)
    return letterTexts
  },
})

const change = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/mail',
  operationId: 'changeLetterSettings',
  summary: 'Change the settings of e-mail to customers',
  description:
    'Omitted settings stay. `texts` replaces all replaced texts. Only an owner switches mails on. A new `replyTo` gets a mail that asks its owner to confirm it.',
  body: {
    schema: object('LetterSettingsChange', {
      enabled: v.optional(fields.enabled),
      senderName: v.optional(fields.senderName),
      from: fields.from,
      replyTo: fields.replyTo,
      signature: v.optional(fields.signature),
      texts: v.optional(fields.texts),
    }),
    size: 'widget',
    example: { senderName: "Ada's shop", signature: "Ada's shop, 1 Pot Lane, Leeds" },
  },
  status: 200,
  response,
  errors: [],
  handler: async ({ body, workspace, actor, store, clock, wake }) => {
    requireManager(actor)
    const changed = { workspaceId: workspace.id, change: body }
    await store.write((tx) => changeLetterSettings(tx, actor, changed, clock.now()))
    wake()
    return shown(store.read, workspace.id)
  },
})

const ask = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/mail/reply-to',
  operationId: 'askForReplyTo',
  summary: 'Send the mail again that asks to confirm the address for answers',
  description: 'At most 5 an hour. The response is a 409 if there is no such address, or if it is confirmed.',
  body: nothing,
  status: 200,
  response,
  errors: ['CONFLICT'],
  handler: async ({ workspace: { id: workspaceId }, actor, store, clock, wake }) => {
    requireManager(actor)
    await store.write(async (tx) => {
      const { replyTo, confirmedReplyTo } = await getLetterSettings(tx, workspaceId)
      if (replyTo === null || confirmedReplyTo !== null)
        throw conflict('nothing_to_confirm', 'There is no address for answers to confirm. Enter one first.')
      await askForReplyTo(tx, { workspaceId, replyTo }, clock.now())
    })
    wake()
    return shown(store.read, workspaceId)
  },
})

const stop = route({
  ...ofSettings,
  method: 'POST',
  path: '/settings/mail/stop',
  operationId: 'stopMailAddress',
  summary: 'Stop all mails to the address of a customer who asked for it',
  description: 'For good: nobody can undo it.',
  body: {
    schema: object('StoppedAddress', { email: email('The address.') }),
    size: 'widget',
    example: { email: 'ada@example.com' },
  },
  status: 200,
  response,
  errors: [],
  handler: async ({ body: { email: address }, workspace: { id: workspaceId }, actor, store, clock }) => {
    requireManager(actor)
    await store.write((tx) => stopFor(tx, actor, { workspaceId, address }, clock.now()))
    return shown(store.read, workspaceId)
  },
})

/** What the console's page of e-mail to customers reads and changes. */
export const letterSettingsRoutes: Route[] = [show, showTexts, change, ask, stop]

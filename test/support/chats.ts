import type { TestContext } from 'node:test'
import type { Answer } from '../../src/assistant/answer.ts'
import { createPauses } from '../../src/assistant/pauses.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { makeTurn, writeTurn } from '../../src/assistant/turns.ts'
import { addMessage, listMessages } from '../../src/conversations/conversations.ts'
import { createCatalogs } from '../../src/tools/catalog.ts'
import type { AssistantSettings } from '../../src/tools/settings.ts'
import { type Api, owner, type ServerOptions } from './server.ts'
import { type Shop, startShop } from './shop.ts'
import { startWidget, type Widget } from './widget.ts'

/** Customers and guests who chat. Turns are made at once, without the job. */
export interface Chats {
  shop: Shop
  api: Api
  widget: Widget
  /** Opens a conversation, of the customer or of a guest; returns its id. */
  open(customerId?: string): Promise<string>
  /** Says something, and returns the answer; with the text of a button of the newest answer, presses it. */
  say(conversationId: string, text: string, button?: string): Promise<Answer | undefined>
}

export async function startChats(
  t: TestContext,
  change: Partial<AssistantSettings> = {},
  options: ServerOptions = {},
): Promise<Chats> {
  const shop = await startShop(t, options)
  const { api } = shop
  const { store, clock, workspaceId } = api
  // Off, so that no job answers first.
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { ...change, enabled: false } }, clock.now()),
  )
  const widget = await startWidget(api)
  const services = { ...shop.services, catalogs: createCatalogs(store, clock.now), pauses: createPauses() }
  const choiceOf = async (conversationId: string, button: string) => {
    const newest = (await listMessages(store.read, conversationId)).at(-1)
    const choice = newest?.choices?.find(({ text }) => text === button)?.id
    if (choice === undefined) throw new Error(`no button ${button}: ${JSON.stringify(newest)}`)
    return choice
  }
  return {
    shop,
    api,
    widget,
    open: async (customerId) => (await widget.open(customerId)).conversationId,
    say: async (conversationId, text, button) => {
      const choice = button === undefined ? undefined : await choiceOf(conversationId, button)
      const message = { author: 'customer' as const, text, ...(choice === undefined ? {} : { choice }) }
      await store.write((tx) => addMessage(tx, conversationId, message, clock.now()))
      const turn = await makeTurn(services, conversationId)
      if (turn) await store.write((tx) => writeTurn(tx, turn, clock.now()))
      return turn?.answered
    },
  }
}

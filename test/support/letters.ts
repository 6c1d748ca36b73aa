import type { TestContext } from 'node:test'
import { reply } from '../../src/conversations/inbox.ts'
import { changeLetterSettings, type LetterSettings } from '../../src/letters/settings.ts'
import { type BoxedMail, createMailbox } from '../../src/mail/mailbox.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import { type Answer, type Api, client, owner, type ServerOptions, startServer, testClock } from './server.ts'
import { until } from './until.ts'
import { type Page, startWidget, type Widget } from './widget.ts'

/*
 * A shop that mails its customers, into a mailbox in memory.
 */

export const MINUTE = 60_000

export interface MailingShop {
  api: Api
  widget: Widget
  /** All mails to customers, the oldest first. */
  mails(): BoxedMail[]
  /** Waits until so many mails have come, and returns the newest. */
  arrived(count: number): Promise<BoxedMail>
  set(change: Partial<LetterSettings>): Promise<void>
  /** An agent replies. */
  reply(conversationId: string, text: string): Promise<void>
  /** Moves the clock and lets due jobs run. */
  later(ms: number): void
  /** Waits until no change of a chat waits for the reader of mails, and no mail is due. */
  settled(): Promise<void>
  /** A guest who has written, and left an address. */
  guest(email?: string): Promise<Page>
  /** The token of a link in a mail. */
  tokenOf(mail: BoxedMail, page: 'open' | 'confirm' | 'stop' | 'reply-to'): string
  /** Presses the button of the page of a link. */
  press(page: string, token: string): Promise<Answer>
  /** A guest whose address is confirmed. */
  confirmedGuest(email?: string): Promise<Page>
}

interface MailingOptions extends Omit<ServerOptions, 'settings'> {
  settings?: Partial<LetterSettings>
  /** A mail is on its way until this resolves. */
  beforeSend?: () => Promise<void>
  /** What the mail server says against a mail for good; null: it takes it. */
  refusal?: () => { code: number; explanation: string } | null
}

export async function startMailingShop(
  t: TestContext,
  { settings = {}, beforeSend = async () => {}, refusal = () => null, ...options }: MailingOptions = {},
): Promise<MailingShop> {
  const clock = options.clock ?? testClock()
  const mailbox = createMailbox({ now: clock.now })
  const mailer: Mailer = {
    ...mailbox,
    send: async (sending) => {
      await beforeSend()
      const refused = refusal()
      return refused ? { verdict: 'refused', isServer: false, ...refused } : mailbox.send(sending)
    },
  }
  const api = await startServer(t, { mailer, ...options, clock })
  mailbox.setBase(api.baseUrl)
  const { store, workspaceId, wake } = api
  const widget = await startWidget(api)
  const set: MailingShop['set'] = async (change) => {
    await store.write((tx) => changeLetterSettings(tx, owner, { workspaceId, change }, clock.now()))
  }
  await set({ enabled: true, ...settings })
  const base = api.baseUrl.replace('/api/v1', '')
  // Those to members have no link that stops them.
  const mails = () =>
    mailbox
      .mails()
      .toReversed()
      .filter(({ text }) => text.includes('/mail/stop'))
  const shop: MailingShop = {
    api,
    widget,
    mails,
    set,
    arrived: async (count) => {
      wake()
      await until(() => mails().length >= count)
      const mail = mails().at(-1)
      if (!mail) throw new Error('no mail')
      return mail
    },
    reply: async (id, text) => {
      await store.write((tx) => reply(tx, owner, { workspaceId, id, text, agentName: 'Ben' }, clock.now()))
    },
    later: (ms) => {
      clock.advance(ms)
      wake()
    },
    settled: async () => {
      const isSettled = async () => {
        const behind = await store.read.get(
          `SELECT 1 FROM changes WHERE workspace_id = ? AND kind = 'conversation'
           AND number > (SELECT number FROM change_places WHERE workspace_id = changes.workspace_id AND reader = 'mails to customers')`,
          workspaceId,
        )
        const due = await store.read.get(`SELECT 1 FROM jobs WHERE kind = 'mail.send' AND due_at <= ?`, clock.now())
        return behind === undefined && due === undefined
      }
      wake()
      await until(isSettled)
    },
    guest: async (email = 'guest@example.com') => {
      const page = await widget.open()
      await page.call('POST', '/messages', { json: { text: 'MARKER of the guest' } })
      await store.write((tx) => tx.run('UPDATE conversations SET awaits_contact = 1 WHERE id = ?', page.conversationId))
      const { status, text } = await page.call('POST', '/contact', { json: { email } })
      if (status !== 200) throw new Error(text)
      return page
    },
    tokenOf: ({ text }, page) => {
      const [, token = ''] = new RegExp(`/mail/${page}\\?lang=\\w\\w#(ml_\\w+)`).exec(text) ?? []
      if (token === '') throw new Error(`no link ${page} in ${text}`)
      return token
    },
    press: (page, token) => client(base, token).call('POST', `/mail/${page}`),
    confirmedGuest: async (email) => {
      const before = mails().length
      const page = await shop.guest(email)
      const mail = await shop.arrived(before + 1)
      const { status, text } = await shop.press('confirm', shop.tokenOf(mail, 'confirm'))
      if (status !== 200) throw new Error(text)
      return page
    },
  }
  return shop
}

/** Pushes a customer with an address. */
export async function pushCustomer(api: Api, id: string, email: string | null): Promise<void> {
  await api.push('customers', [{ id, updatedAt: '2026-02-01T00:00:00Z', name: 'Ada', email }])
}

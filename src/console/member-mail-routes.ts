import * as v from 'valibot'
import { getWorkspace } from '../access/workspaces.ts'
import { noticeKinds } from '../events/members/notices.ts'
import {
  changeNotifications,
  type MemberNotifications,
  minuteText,
  notificationsOf,
  parseMinute,
} from '../events/members/settings.ts'
import { type Route, route } from '../http/route.ts'
import { DomainError } from '../lib/errors.ts'
import { flag, text } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { lastMail } from '../mail/mails.ts'
import { isMailOn } from '../mail/setup.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { exampleMail, mailSchema, showMail } from './mail-schemas.ts'

/** Shared by all routes of this file. */
const mine = { tag: 'Account', credential: member, limits: ['calls'] } satisfies Partial<Route>

const MOST_TYPES = 20

const response = {
  schema: object('MyNotifications', {
    isMailOn: flag('Whether this server sends e-mail.'),
    email: text('Where the mails go.'),
    timeZone: text('Of the quiet hours: that of the workspace.'),
    all: array(object('NoticeKindView', { name: text(), title: text() }), MOST_TYPES),
    types: array(text(), MOST_TYPES),
    quietFrom: optional(text('Such as `22:00`; null: there are no quiet hours.')),
    quietTo: optional(text('Such as `07:00`.')),
    last: optional(mailSchema),
  }),
  example: {
    isMailOn: true,
    email: 'ada@shop.example',
    timeZone: 'Europe/Berlin',
    all: [{ name: 'conversation.waiting', title: 'A customer waits for people' }],
    types: ['conversation.waiting'],
    quietFrom: '22:00',
    quietTo: '07:00',
    last: exampleMail,
  },
}

interface Mine {
  workspaceId: string
  memberId: string
  email: string
}

async function shown(reader: Reader, { workspaceId, memberId, email }: Mine): Promise<object> {
  const { types, quietFrom, quietTo } = await notificationsOf(reader, { workspaceId, memberId })
  const { timeZone } = await getWorkspace(reader, workspaceId)
  return {
    isMailOn: await isMailOn(reader),
    ...{ email, timeZone, types },
    all: noticeKinds.map(({ name, title }) => ({ name, title })),
    quietFrom: quietFrom === null ? null : minuteText(quietFrom),
    quietTo: quietTo === null ? null : minuteText(quietTo),
    last: showMail(await lastMail(reader, { workspaceId, about: memberId })),
  }
}

const show = route({
  ...mine,
  method: 'GET',
  path: '/me/notifications',
  operationId: 'showMyNotifications',
  summary: 'Show which mails you get of this workspace',
  status: 200,
  response,
  errors: [],
  handler: ({ workspace, holder, store }) =>
    shown(store.read, { workspaceId: workspace.id, memberId: holder.memberId, email: holder.email }),
})

const change = route({
  ...mine,
  method: 'POST',
  path: '/me/notifications',
  operationId: 'changeMyNotifications',
  summary: 'Choose which mails you get of this workspace. What is left out stays',
  body: {
    schema: object('MyNotificationsChange', {
      types: v.optional(array(text(), MOST_TYPES)),
      quietFrom: optional(text('A time of the day; null with `quietTo`: no quiet hours.', 5)),
      quietTo: optional(text(undefined, 5)),
    }),
    size: 'widget',
    example: { types: ['refund.waiting'], quietFrom: '22:00', quietTo: '07:00' },
  },
  status: 200,
  response,
  errors: [],
  handler: async ({ body: { types, quietFrom, quietTo }, workspace, holder, actor, store, clock }) => {
    const { memberId, email } = holder
    const change: Partial<MemberNotifications> = {
      ...(types === undefined ? {} : { types }),
      ...(quietFrom === undefined ? {} : { quietFrom: minuteOf(quietFrom) }),
      ...(quietTo === undefined ? {} : { quietTo: minuteOf(quietTo) }),
    }
    const about = { workspaceId: workspace.id, memberId, change }
    await store.write((tx) => changeNotifications(tx, actor, about, clock.now()))
    return shown(store.read, { workspaceId: workspace.id, memberId, email })
  },
})

/** @throws DomainError BAD_REQUEST */
function minuteOf(text: string | null): number | null {
  if (text === null) return null
  const minute = parseMinute(text)
  if (minute !== undefined) return minute
  throw new DomainError(
    'BAD_REQUEST',
    'quiet_hours',
    `${text} is not a time of the day. Use hours and minutes, such as 22:00.`,
  )
}

export const memberMailRoutes: Route[] = [show, change]

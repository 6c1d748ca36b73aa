import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  changeNotifications,
  type MemberNotifications,
  type NotificationChange,
  notificationsOf,
  parseMinute,
  quietText,
} from '../../events/members/settings.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { memberByEmail } from '../kit/members.ts'
import { type WorkspaceOptions, workspaceCommand } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

type QuietHours = Pick<MemberNotifications, 'quietFrom' | 'quietTo'>

/** `storewire members notifications …` */
export function addNotifications(command: Command): void {
  workspaceCommand(command.command('notifications <email>'))
    .description('show or change which mails a member gets of a workspace')
    .addOption(new Option('--types <list>', 'what to mail, separated by commas, or "none"'))
    .addOption(
      new Option(
        '--quiet <hours>',
        "hours without mails in the workspace's time zone, such as 22:00-07:00, or off",
      ).argParser(quietHours),
    )
    .action(async (email: string, options: WorkspaceOptions & { types?: string; quiet?: QuietHours }) => {
      const { db, json, workspace, types, quiet } = options
      const change: NotificationChange = { ...(types === undefined ? {} : { types: listOf(types) }), ...quiet }
      const found = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const { id: memberId } = await memberByEmail(store.read, workspaceId, email)
        if (Object.keys(change).length === 0) return notificationsOf(store.read, { workspaceId, memberId })
        const about = { workspaceId, memberId, change }
        return store.write((tx) => changeNotifications(tx, operator(), about, clock.now()))
      })
      const hours = quietText(found)
      if (json) printJson({ email, types: found.types, quiet: hours })
      else
        print(
          `${email} gets mails about ${found.types.join(', ') || 'nothing'}.`,
          hours === null ? 'There are no quiet hours.' : `Quiet hours: ${hours}.`,
        )
    })
}

const listOf = (text: string) => (text === 'none' ? [] : text.split(',').map((name) => name.trim()))

function quietHours(text: string): QuietHours {
  if (text === 'off') return { quietFrom: null, quietTo: null }
  const [quietFrom, quietTo] = text.split('-').map(parseMinute)
  if (quietFrom === undefined || quietTo === undefined)
    throw new InvalidArgumentError('Give two times of the day, such as 22:00-07:00, or off.')
  return { quietFrom, quietTo }
}

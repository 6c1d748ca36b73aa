import { type Command, Option } from 'commander'
import { assign } from '../../conversations/assign.ts'
import { MAX_SNOOZE_DAYS, snooze } from '../../conversations/snooze.ts'
import { MAX_CHAT_TAG, MAX_CHAT_TAGS, tagConversation } from '../../conversations/tags.ts'
import { toIso } from '../../lib/time.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { memberByEmail } from '../kit/members.ts'
import { dbOption, jsonOption, time, type WorkspaceOptions, workspaceOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

const withOptions = (command: Command) =>
  command.addOption(workspaceOption()).addOption(dbOption()).addOption(jsonOption())

/** Who has a conversation, until when it is snoozed, and its tags. */
export function addDesk(command: Command): void {
  withOptions(
    command
      .command('assign <id>')
      .description('assign to a member, or to nobody; people answer from then on')
      .addOption(new Option('--to <email>', 'member who has it from now on').conflicts('nobody'))
      .addOption(new Option('--nobody', 'nobody has it')),
  ).action(assignTo)
  withOptions(
    command
      .command('snooze <id>')
      .description('let it wait again only at a time, or when the customer writes')
      .addOption(
        new Option('--until <time>', `when it waits again, in at most ${MAX_SNOOZE_DAYS} days`)
          .argParser(time)
          .conflicts('wake'),
      )
      .addOption(new Option('--wake', 'let it wait again now')),
  ).action(snoozeUntil)
  withOptions(
    command
      .command('tag <id>')
      .description(`add and remove tags: at most ${MAX_CHAT_TAGS}, each of at most ${MAX_CHAT_TAG} characters`)
      .addOption(new Option('--add <tags...>', 'tags to add'))
      .addOption(new Option('--remove <tags...>', 'tags to remove')),
  ).action(tag)
}

type AssignOptions = WorkspaceOptions & { to?: string; nobody?: true }

async function assignTo(id: string, options: AssignOptions, command: Command): Promise<void> {
  const { db, workspace, json, to, nobody } = options
  if (to === undefined && !nobody) command.error('error: Add --to EMAIL or --nobody.')
  const assignee = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
    store.write(async (tx) => {
      const member = to === undefined ? null : await memberByEmail(tx, workspaceId, to)
      const assigned = { workspaceId, id, memberId: member?.id ?? null, agentName: null }
      await assign(tx, operator(), assigned, clock.now())
      return member && { memberId: member.id, name: member.name }
    }),
  )
  if (json) printJson({ id, assignee })
  else print(assignee ? `${assignee.name} has ${id}.` : `Nobody has ${id}.`)
}

type SnoozeOptions = WorkspaceOptions & { until?: number; wake?: true }

async function snoozeUntil(id: string, options: SnoozeOptions, command: Command): Promise<void> {
  const { db, workspace, json, until, wake } = options
  if (until === undefined && !wake) command.error('error: Add --until TIME or --wake.')
  await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
    store.write((tx) =>
      snooze(tx, operator(), { workspaceId, id, until: until ?? null, agentName: null }, clock.now()),
    ),
  )
  const snoozedUntil = until === undefined ? null : toIso(until)
  if (json) printJson({ id, snoozedUntil })
  else print(snoozedUntil === null ? `${id} is not snoozed.` : `${id} is snoozed until ${snoozedUntil}.`)
}

type TagOptions = WorkspaceOptions & { add?: string[]; remove?: string[] }

async function tag(id: string, { db, workspace, json, add = [], remove = [] }: TagOptions): Promise<void> {
  const tags = await withWorkspace({ db, workspace }, (store, workspaceId, clock) =>
    store.write((tx) =>
      tagConversation(tx, operator(), { workspaceId, id, add, remove, agentName: null }, clock.now()),
    ),
  )
  if (json) printJson({ id, tags })
  else print(tags.length === 0 ? `${id} has no tags.` : `${id} has the tags ${tags.join(', ')}.`)
}

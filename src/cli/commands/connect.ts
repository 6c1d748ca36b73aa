import { Command, Option } from 'commander'
import { createCode } from '../../connect/codes.ts'
import { listConnections, requireClaimed } from '../../connect/connections.ts'
import { approve, type Choices, refuse } from '../../connect/decide.ts'
import { disconnect } from '../../connect/disconnect.ts'
import { type ConnectionKind, connectionKinds, kindOf } from '../../connect/kinds.ts'
import { type ConnectionView, type EndedConnection, viewConnections } from '../../connect/view.ts'
import { withoutApi } from '../../http/own-address.ts'
import { PROGRAM } from '../../lib/program.ts'
import { toIso, toIsoOrNull } from '../../lib/time.ts'
import { confirm } from '../kit/confirm.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import { allowEndpointOption, allowPrivateOption, type EndpointOptions, endpointPolicy } from '../kit/endpoint-calls.ts'
import {
  dbOption,
  jsonOption,
  publicUrlOption,
  type WorkspaceOptions,
  wideOption,
  workspaceOption,
} from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'

/** `storewire connect …` */
export function connectCommand(): Command {
  const command = new Command('connect').description('connect a shop by its plugin')
  for (const kind of connectionKinds) command.addCommand(codeCommand(kind))
  command.addCommand(statusCommand())
  command.addCommand(listCommand())
  command.addCommand(approveCommand())
  command.addCommand(refuseCommand())
  command.addCommand(disconnectCommand())
  return command
}

const common = (command: Command): Command =>
  command.addOption(workspaceOption()).addOption(dbOption()).addOption(jsonOption())

function codeCommand({ name, title }: (typeof connectionKinds)[number] & ConnectionKind): Command {
  return common(new Command(name))
    .description(`print a connection code for the plugin of ${title}; an earlier code ends`)
    .addOption(publicUrlOption())
    .action(async ({ publicUrl, json, ...options }: WorkspaceOptions & { publicUrl?: string }) => {
      const address = publicUrl === undefined ? null : withoutApi(publicUrl)
      const { code, expiresAt } = await withWorkspace(options, (store, workspaceId, clock) =>
        store.write((tx) => createCode(tx, operator(), { workspaceId, kind: name, address }, clock.now())),
      )
      if (json) printJson({ code, expiresAt: toIso(expiresAt) })
      else
        print(
          code,
          '',
          `It is valid once, until ${toIso(expiresAt)}. Paste it into the plugin: WordPress, ${title}, storewire.`,
          `Then connect the shop on the page Shop of the console, or with "${PROGRAM} connect approve".`,
        )
    })
}

function statusCommand(): Command {
  return common(new Command('status'))
    .description('show which shop is connected, or asks to be')
    .action(async ({ json, ...options }: WorkspaceOptions) => {
      const { open, ended } = await withWorkspace(options, ({ read }, workspaceId, clock) =>
        viewConnections(read, workspaceId, clock.now()),
      )
      if (json)
        printJson({ open: open && forScripts(open), ended: ended && { ...ended, endedAt: toIso(ended.endedAt) } })
      else print(...lines(open, ended))
    })
}

function forScripts(view: ConnectionView): object {
  const { createdAt, expiresAt, claimedAt, connectedAt, heardAt } = view
  return {
    ...view,
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    claimedAt: toIsoOrNull(claimedAt),
    connectedAt: toIsoOrNull(connectedAt),
    heardAt: toIsoOrNull(heardAt),
  }
}

function lines(open: ConnectionView | null, ended: EndedConnection | null): string[] {
  if (!open) {
    const before = ended ? ` ${ended.shop} was disconnected at ${toIso(ended.endedAt)} by ${ended.endedBy}.` : ''
    return [`No shop is connected.${before}`]
  }
  const { shop, title, network, plugin, system, heardAt, queue, refunds, problems, expiresAt, createdBy, state } = open
  if (state === 'offered')
    return [`No shop is connected. A code of ${createdBy} waits for ${title}, until ${toIso(expiresAt)}.`]
  if (state === 'claimed')
    return [
      `${shop} (${title}) asks to be connected, from ${network}, until ${toIso(expiresAt)}.`,
      `If it is your shop: "${PROGRAM} connect approve". If not: "${PROGRAM} connect refuse".`,
    ]
  if (state === 'approved') return [`${shop} (${title}) may connect now. Its plugin fetches its keys.`]
  return [
    `Connected to ${shop}.`,
    `${title} ${system ?? 'of an unknown version'}, plugin ${plugin ?? 'of an unknown version'}${open.isOlder ? ', which is older than this server' : ''}.`,
    `Last heard from: ${toIsoOrNull(heardAt) ?? 'not yet'}. Waiting in the shop: ${queue ?? 'not reported'}. Refunds: ${refunds}.`,
    ...problems.map(({ sentence }) => `Problem: ${sentence}`),
  ]
}

function listCommand(): Command {
  return common(new Command('list'))
    .description('list the shops that have claimed a code, the newest first')
    .addOption(wideOption())
    .action(async ({ json, ...options }: WorkspaceOptions) => {
      const all = await withWorkspace(options, ({ read }, workspaceId) => listConnections(read, workspaceId))
      const rows = all.map(({ id, kind, state, shop, version, claimedAt, connectedAt, endedAt }) => ({
        ...{ id, kind, state, shop, version },
        claimedAt: toIsoOrNull(claimedAt),
        connectedAt: toIsoOrNull(connectedAt),
        endedAt: toIsoOrNull(endedAt),
      }))
      if (json) printJson(rows)
      else if (rows.length === 0) print('No shop has claimed a code.')
      else
        await printTable(
          ['ID', 'STATE', cut('SHOP'), spare('SYSTEM'), spare('CONNECTED'), spare('ENDED')],
          rows.map(({ id, state, shop, kind, connectedAt, endedAt }) => [
            id,
            state,
            shop,
            kindOf(kind).title,
            connectedAt ?? '',
            endedAt ?? '',
          ]),
        )
    })
}

type ApproveOptions = WorkspaceOptions & EndpointOptions & Choices & { yes?: boolean }

const yesOption = () => new Option('--yes', 'do not ask for confirmation')

function approveCommand(): Command {
  return common(new Command('approve'))
    .description('connect the shop that has claimed the code; refunds stay off')
    .addOption(new Option('--keep-endpoint', 'leave the refund settings as they are').conflicts('replaceEndpoint'))
    .addOption(new Option('--replace-endpoint <url>', 'replace the refund endpoint with this address'))
    .addOption(new Option('--replace-identity-secret <id>', 'revoke this identity secret, if there are two'))
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(yesOption())
    .action(async ({ json, yes, keepEndpoint, replaceEndpoint, replaceIdentitySecret, ...options }: ApproveOptions) => {
      const choices = { keepEndpoint, replaceEndpoint, replaceIdentitySecret }
      const shop = await withWorkspace(options, async (store, workspaceId, clock) => {
        const { id, shop, network } = await requireClaimed(store.read, workspaceId, clock.now())
        if (!yes && !(await confirm(`Connect ${shop}, which asks from ${network}?`))) return undefined
        const by = { sealer: await unlock(store), policy: endpointPolicy(options) }
        await store.write((tx) => approve(tx, operator(), { workspaceId, id, choices }, by, clock.now()))
        return shop
      })
      report(json, shop, 'approved', 'may connect now. Its plugin fetches its keys')
    })
}

function refuseCommand(): Command {
  return common(new Command('refuse'))
    .description('refuse the shop that has claimed the code')
    .action(async ({ json, ...options }: WorkspaceOptions) => {
      const { shop } = await withWorkspace(options, async (store, workspaceId, clock) => {
        const { id } = await requireClaimed(store.read, workspaceId, clock.now())
        return store.write((tx) => refuse(tx, operator(), { workspaceId, id }, clock.now()))
      })
      report(json, shop, 'refused', 'is refused')
    })
}

function disconnectCommand(): Command {
  return common(new Command('disconnect'))
    .description('end the connection: key and identity secret are revoked, and refunds are switched off')
    .addOption(yesOption())
    .action(async ({ json, yes, ...options }: WorkspaceOptions & { yes?: boolean }) => {
      const shop = await withWorkspace(options, async (store, workspaceId, clock) => {
        const { open } = await viewConnections(store.read, workspaceId, clock.now())
        if (open?.shop && !yes && !(await confirm(`Disconnect ${open.shop}?`))) return undefined
        return (await store.write((tx) => disconnect(tx, operator(), workspaceId, clock.now()))).shop ?? ''
      })
      report(json, shop, 'ended', 'is disconnected')
    })
}

function report(json: boolean | undefined, shop: string | undefined, state: string, words: string): void {
  if (shop === undefined) print('Nothing was changed.')
  else if (json) printJson({ shop, state })
  else print(`${shop} ${words}.`)
}

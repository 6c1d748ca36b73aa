import { Command } from 'commander'
import {
  addPictureHost,
  listPictureHosts,
  removePictureHost,
  suggestPictureHosts,
} from '../../objects/picture-hosts.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { dbOption, jsonOption, type WorkspaceOptions, wideOption, workspaceOption } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { cut } from '../kit/table.ts'

export function pictureHostsCommand(): Command {
  const command = new Command('picture-hosts').description(
    'the hosts from which the console and the chat window load pictures of products; without one, they show tiles',
  )
  withOptions(command.command('list').description('list the hosts')).action(
    async ({ db, workspace, json }: WorkspaceOptions) => {
      const listed = await withWorkspace({ db, workspace }, ({ read }, id) => listPictureHosts(read, id))
      await show(listed, json)
    },
  )
  addChange(command, 'add', 'load pictures from a host, such as cdn.shop.example', addPictureHost)
  addChange(command, 'remove', 'load no pictures from a host any more', removePictureHost)
  withOptions(command.command('suggest').description('list hosts of pushed pictures that are not listed yet')).action(
    async ({ db, workspace, json }: WorkspaceOptions) => {
      const hosts = await withWorkspace({ db, workspace }, ({ read }, id) => suggestPictureHosts(read, id))
      if (json) printJson(hosts)
      else if (hosts.length === 0) print('No pushed picture is at another host.')
      else
        await printTable(
          ['HOST', 'PICTURES', cut('EXAMPLE')],
          hosts.map(({ host, pictures, example }) => [host, String(pictures), example]),
        )
    },
  )
  return command
}

function addChange(command: Command, name: string, description: string, change: typeof addPictureHost): void {
  withOptions(command.command(`${name} <host>`).description(description)).action(
    async (host: string, { db, workspace, json }: WorkspaceOptions) => {
      const left = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => change(tx, operator(), { workspaceId, host }, clock.now())),
      )
      await show(left, json)
    },
  )
}

function withOptions(command: Command): Command {
  return command.addOption(workspaceOption()).addOption(dbOption()).addOption(jsonOption()).addOption(wideOption())
}

async function show(hosts: string[], json: boolean | undefined): Promise<void> {
  if (json) printJson(hosts)
  else if (hosts.length === 0) print('No host is listed: tiles are shown in the place of pictures.')
  else
    await printTable(
      ['HOST'],
      hosts.map((host) => [host]),
    )
}

import { Command, Option } from 'commander'
import { deleteWorkspaceRows } from '../../access/delete-workspace.ts'
import { withoutApi } from '../../http/own-address.ts'
import { loadSampleWorkspace, removeSampleWorkspace } from '../../sample-shop/workspace.ts'
import { hooks, workspaceTables } from '../../serve/features.ts'
import { operator, withStore } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import { type CommonOptions, databaseCommand, publicUrl } from '../kit/options.ts'
import { print, printJson, showMeanwhile } from '../kit/output.ts'

export function sampleCommand(): Command {
  const command = new Command('sample').description('load and remove the sample shop, in a test workspace of its own')
  databaseCommand(command.command('load'))
    .description('load the sample shop: a year of orders that ends now, articles, tickets, refunds and chats')
    .addOption(
      new Option('--url <url>', 'address of the server, from which browsers load the pictures of the products')
        .default('http://127.0.0.1:8787')
        .env('STOREWIRE_PUBLIC_URL')
        .argParser(publicUrl),
    )
    .action(load)
  databaseCommand(command.command('remove'))
    .description('delete the workspace with the sample shop and all its data, except the audit log')
    .action(remove)
  return command
}

async function load({ db, json, url }: CommonOptions & { url: string }): Promise<void> {
  const server = withoutApi(url)
  const { workspace, isNew } = await withStore(db, async (store, clock) => {
    const sealer = await unlock(store)
    return store.write((tx) => loadSampleWorkspace(tx, operator(), { hooks, sealer, server }, clock.now()))
  })
  if (json) return printJson({ workspace: workspace.id, name: workspace.name, isNew })
  print(
    isNew
      ? `The sample shop is loaded into the workspace ${workspace.name} (${workspace.id}).`
      : `The sample shop is loaded already, in the workspace ${workspace.name} (${workspace.id}).`,
    `Operators open it on the first page of the console: ${server}/console`,
  )
}

async function remove({ db, json }: CommonOptions): Promise<void> {
  const { workspace, rows } = await withStore(db, async (store, clock) => {
    const onDeleting = hooks.onDeletingWorkspace
    const removed = await store.write((tx) => removeSampleWorkspace(tx, operator(), { onDeleting }, clock.now()))
    const onRows = (count: number) => showMeanwhile(`${count} rows deleted`)
    return { workspace: removed, rows: await deleteWorkspaceRows(store, workspaceTables, removed.id, { onRows }) }
  })
  showMeanwhile(undefined)
  if (json) printJson({ workspace: workspace.id, name: workspace.name, rows })
  else print(`The sample shop is removed: ${rows} rows of the workspace ${workspace.id}. Its audit log stays.`)
}

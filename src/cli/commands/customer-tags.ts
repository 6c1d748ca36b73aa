import type { Command } from 'commander'
import { tagCustomer, untagCustomer } from '../../objects/tag-customer.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { dbOption, jsonOption, type WorkspaceOptions, workspaceOption } from '../kit/options.ts'
import { printJson } from '../kit/output.ts'
import { printCustomer, type StoredCustomer } from '../objects/customer.ts'

/** `storewire customers tag add|remove` */
export function addTag(customers: Command): void {
  const command = customers
    .command('tag')
    .description("agents' tags of customers; pushes of the shop do not change them")
  addChange(command, 'add', 'add a tag to a customer', tagCustomer)
  addChange(command, 'remove', 'remove a tag that was added by an agent', untagCustomer)
}

function addChange(command: Command, name: string, description: string, change: typeof tagCustomer): void {
  command
    .command(`${name} <id> <tag>`)
    .description(description)
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (id: string, tag: string, { db, workspace, json }: WorkspaceOptions) => {
      const customer = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => change(tx, operator(), { workspaceId, id, tag }, clock.now())),
      )
      if (json) printJson(customer)
      else printCustomer(customer as StoredCustomer)
    })
}

import { Argument, Command } from 'commander'
import { eraseObject } from '../../objects/erase.ts'
import { resources } from '../../objects/resources.ts'
import { hooks } from '../../serve/features.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { dbOption, jsonOption, type WorkspaceOptions, workspaceOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

export function eraseCommand(): Command {
  return new Command('erase')
    .description('erase one object, like DELETE; also accepts ids that do not fit in a URL path')
    .addArgument(new Argument('<resource>', 'type of the object').choices(resources.map(({ name }) => name)))
    .argument('<id>', "the shop's id of the object")
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (name: string, id: string, { db, workspace, json }: WorkspaceOptions) => {
      const resource = resources.find((known) => known.name === name)
      if (!resource) throw new TypeError(`No resource ${name}`)
      await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        await store.write((tx) =>
          eraseObject(tx, { resource, hooks }, { workspaceId, actor: operator(), id }, clock.now()),
        )
      })
      if (json) printJson({ resource: name, id })
      else print(`The ${resource.noun} ${id} is erased.`)
    })
}

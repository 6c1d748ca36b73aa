import { Command } from 'commander'
import { type FindResult, find } from '../../lookup/find.ts'
import { withWorkspace } from '../kit/context.ts'
import { listCommand, type WorkspaceOptions } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { commandHere } from '../kit/place.ts'
import { cut } from '../kit/table.ts'
import { views } from '../objects/views.ts'

export function findCommand(): Command {
  return listCommand(new Command('find'))
    .description('find objects by id, order number, e-mail address, phone number, tracking number, SKU or words')
    .argument('<text>', 'text to find')
    .action(async (text: string, { db, workspace, json }: WorkspaceOptions) => {
      const finding = await withWorkspace({ db, workspace }, async (store, workspaceId) =>
        find(store, workspaceId, text),
      )
      if (json) printJson(forScripts(finding))
      else await printFinding(text, finding)
    })
}

function forScripts({ found, cutOff, notReady, notIndexed, isComplete }: FindResult): object {
  return {
    found: found.map(({ resource, object, by }) => ({ resource: resource.name, by, object })),
    cutOff: cutOff.map(({ resource, by }) => ({ resource: resource.name, by })),
    notReady: notReady.map(({ name }) => name),
    notIndexed: notIndexed.map(({ name }) => name),
    isComplete,
  }
}

/** Field names as words of a sentence; all others are words already. */
const WORDS: Record<string, string> = { trackingNumber: 'tracking number', sku: 'SKU' }
const wordOf = (field: string): string => WORDS[field] ?? field

async function printFinding(
  text: string,
  { found, cutOff, notReady, notIndexed, isComplete }: FindResult,
): Promise<void> {
  const [first] = found
  if (!first) print(`Nothing found for ${text}.`)
  else {
    await printTable(
      ['TYPE', 'ID', 'FOUND BY', cut('WHAT')],
      found.map(({ resource, object, by }) => [
        resource.noun,
        object.id,
        by.map(wordOf).join(', '),
        views.find((view) => view.resource === resource)?.summary(object) ?? '',
      ]),
    )
    print('', `Show it with "${commandHere(first.resource.name, 'show', first.object.id)}".`)
  }
  for (const { resource, by } of cutOff)
    print(
      `More ${resource.name} match by ${wordOf(by)}. Give a longer text, or use "${commandHere(resource.name, 'list')}".`,
    )
  for (const { name } of notReady)
    print(`Only the ids and words of ${name} were searched: storewire is still indexing their other fields.`)
  for (const { name } of notIndexed) print(`Not all ${name} were searched by words: storewire is still indexing them.`)
  if (!isComplete) print('The search took too long and was ended: more may match. Give fewer or rarer words.')
}

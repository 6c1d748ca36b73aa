import { Command } from 'commander'
import { PROGRAM } from '../../lib/program.ts'
import { askForRebuild } from '../../search/ask.ts'
import { searchLag } from '../../search/lag.ts'
import { withStore } from '../kit/context.ts'
import { type CommonOptions, databaseCommand } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

export function searchCommand(): Command {
  const command = new Command('search').description('state of the search index')
  databaseCommand(command.command('status'))
    .description('show whether the search index is up to date')
    .action(async ({ db, json }: CommonOptions) => {
      const lag = await withStore(db, (store, clock) => searchLag(store.read, clock.now()))
      if (json) printJson(lag)
      else print(stateOf(lag))
    })
  databaseCommand(command.command('rebuild'))
    .description('empty the search index, and index everything again in the background')
    .action(async ({ db, json }: CommonOptions) => {
      await withStore(db, (store, clock) => store.write((tx) => askForRebuild(tx, clock.now())))
      if (json) printJson({ asked: true })
      else
        print(
          'The running server rebuilds the search index now, or else the next one at its start.',
          `Until it has finished, searches do not find everything. See "${PROGRAM} search status".`,
        )
    })
  return command
}

function stateOf({ waiting, lagMs, isFilling }: Awaited<ReturnType<typeof searchLag>>): string {
  if (isFilling) return 'The server is indexing everything: searches do not find everything yet.'
  if (waiting === 0) return 'The search index is up to date.'
  const calls = waiting === 1 ? 'One call waits' : `${waiting} calls wait`
  return `${calls} to be indexed, the oldest for ${(lagMs / 1_000).toFixed(1)} s.`
}

import { Command } from 'commander'
import { isCheckout, readAsset } from '../../lib/assets.ts'
import { print } from '../kit/output.ts'

export function licensesCommand(): Command {
  return new Command('licenses')
    .description('show the licenses of the libraries that storewire contains')
    .action(() => {
      if (isCheckout) print('The libraries of a checkout have their licenses beside them, in node_modules.')
      else for (const line of readAsset('third-party-notices.txt').toString().split('\n')) print(line)
    })
}

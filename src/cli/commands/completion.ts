import { Argument, Command } from 'commander'
import { linesOf, print } from '../kit/output.ts'

const SHELLS = ['bash', 'zsh'] as const

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a completion script for a shell; load it with: source <(storewire completion bash)')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number], _, command: Command) => {
      const [{ placesOf }, { bashCompletion }, { zshCompletion }] = await Promise.all([
        import('../completion/tree.ts'),
        import('../completion/bash.ts'),
        import('../completion/zsh.ts'),
      ])
      const places = placesOf(command.parent ?? command)
      print(...linesOf(shell === 'bash' ? bashCompletion(places) : zshCompletion(places)))
    })
}

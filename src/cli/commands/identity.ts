import { Command } from 'commander'
import { toIso, toIsoOrNull, toMinute } from '../../lib/time.ts'
import {
  createIdentitySecret,
  type IdentitySecret,
  listIdentitySecrets,
  revokeIdentitySecret,
} from '../../widget/identity-secrets.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import { listCommand, type WorkspaceOptions, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable, strong, warn } from '../kit/output.ts'
import { cut } from '../kit/table.ts'

export function identityCommand(): Command {
  const command = new Command('identity').description(
    'manage the secrets that identify signed-in customers in the chat',
  )
  const secret = command.command('secret').description('create, list and revoke the secrets that sign identity tokens')
  addCreate(secret)
  addList(secret)
  addRevoke(secret)
  return command
}

function addCreate(secret: Command): void {
  workspaceCommand(secret.command('create'))
    .description('create a secret and print it once; up to two secrets can be active')
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const created = await withWorkspace({ db, workspace }, async (store, id, clock) => {
        const sealer = await unlock(store)
        return store.write((tx) => createIdentitySecret(tx, operator(), id, sealer, clock.now()))
      })
      if (json) {
        printJson(created)
        return
      }
      print([strong(created.secret)])
      warn(`This is the only time the secret is shown. Its id is ${created.id}.`)
    })
}

function addList(secret: Command): void {
  listCommand(secret.command('list'))
    .description('list the secrets by their last four characters')
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const secrets = await withWorkspace({ db, workspace }, async (store, workspaceId) =>
        listIdentitySecrets(store.read, workspaceId),
      )
      await show(secrets, json)
    })
}

function addRevoke(secret: Command): void {
  listCommand(secret.command('revoke <secret-id>'))
    .description('revoke a secret permanently; tokens signed with it are refused')
    .action(async (id: string, { db, workspace, json }: WorkspaceOptions) => {
      const left = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => revokeIdentitySecret(tx, operator(), { workspaceId, id }, clock.now())),
      )
      await show(left, json)
    })
}

async function show(secrets: IdentitySecret[], json: boolean | undefined): Promise<void> {
  if (json)
    printJson(
      secrets.map(({ createdAt, lastUsedAt, ...secret }) => ({
        ...secret,
        createdAt: toIso(createdAt),
        lastUsedAt: toIsoOrNull(lastUsedAt),
      })),
    )
  else
    await printTable(
      ['ID', 'SECRET', 'CREATED', 'LAST USED', cut('BY')],
      secrets.map(({ id, ending, createdBy, createdAt, lastUsedAt }) => [
        id,
        `ids_…${ending}`,
        toMinute(createdAt),
        lastUsedAt === null ? 'never' : toMinute(lastUsedAt),
        createdBy,
      ]),
    )
}

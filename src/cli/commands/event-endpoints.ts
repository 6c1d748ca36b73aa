import { Command, Option } from 'commander'
import { type EndpointKind, endpointKinds } from '../../events/addresses.ts'
import {
  type ChangedEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointChange,
  renewEndpointSecret,
  switchOff,
  updateEndpoint,
} from '../../events/change-endpoints.ts'
import { type EventEndpoint, listEndpoints, requireEventEndpoint } from '../../events/endpoints.ts'
import { enableEndpoint } from '../../events/test-endpoint.ts'
import { eventTypes } from '../../events/types/types.ts'
import { DomainError } from '../../lib/errors.ts'
import { toIso, toIsoOrNull } from '../../lib/time.ts'
import { confirm } from '../kit/confirm.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { allowEndpointOption, allowPrivateOption } from '../kit/endpoint-calls.ts'
import { type EventCallOptions, withEventServices } from '../kit/event-calls.ts'
import { readNamedFile } from '../kit/named-file.ts'
import { onOff, publicUrlOption, type WorkspaceOptions, wideOption, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'

/** `storewire events endpoints …` */
export function endpointsCommand(): Command {
  const endpoints = new Command('endpoints').description('where events are sent')
  endpoints.addCommand(createCommand())
  endpoints.addCommand(listCommand())
  endpoints.addCommand(updateCommand())
  endpoints.addCommand(secretCommand())
  endpoints.addCommand(deleteCommand())
  return endpoints
}

interface ChangeOptions extends WorkspaceOptions, EventCallOptions {
  urlFile?: string
  kind?: EndpointKind
  types?: string
  includeText?: boolean
  tokenFile?: string
}

/** The options that create and update share. */
const withChange = (command: Command): Command =>
  workspaceCommand(command)
    .addOption(
      new Option('--url-file <file>', 'file with the address: other users of this machine can read a command line'),
    )
    .addOption(new Option('--kind <kind>', 'what is there (default: by the address)').choices(endpointKinds))
    .addOption(new Option('--types <list>', 'types of event, separated by commas, or "all"'))
    .addOption(
      new Option('--include-text <on|off>', 'send what customers write, their names and addresses, too').argParser(
        onOff,
      ),
    )
    .addOption(new Option('--token-file <file>', 'file with the access token of ntfy'))
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())

function changeOf({ urlFile, kind, types, includeText, tokenFile }: ChangeOptions, url?: string): EndpointChange {
  return {
    url: urlFile === undefined ? url : readNamedFile(urlFile).trim(),
    kind,
    types: types === 'all' ? eventTypes.map(({ name }) => name) : types?.split(',').map((name) => name.trim()),
    includeText,
    token: tokenFile === undefined ? undefined : readNamedFile(tokenFile).trim(),
  }
}

function createCommand(): Command {
  return withChange(new Command('create'))
    .argument('[url]', 'the address; or use --url-file')
    .description('send events to an address from now on; prints the signing secret of a webhook once')
    .action(async (given: string | undefined, options: ChangeOptions) => {
      const { url, ...change } = changeOf(options, given)
      if (url === undefined)
        throw new DomainError('BAD_REQUEST', 'no_event_url', 'The address is missing. Give it, or name --url-file.')
      const changed = await withEventServices(options, ({ store, clock, sealer, outbound }, workspaceId) =>
        store.write((tx) =>
          createEndpoint(
            tx,
            operator(),
            workspaceId,
            { url, ...change },
            { sealer, policy: outbound.policy },
            clock.now(),
          ),
        ),
      )
      report(changed, 'created', options)
    })
}

function report({ endpoint, secret }: ChangedEndpoint, what: string, { json }: WorkspaceOptions): void {
  if (json) {
    printJson({ ...forScripts(endpoint), ...(secret === null ? {} : { secret }) })
    return
  }
  print(`The endpoint ${endpoint.id} (${endpoint.kind} at ${endpoint.host}) is ${what}.`)
  if (secret !== null) print('', [strong('Signing secret, shown this once')], secret)
}

function listCommand(): Command {
  return workspaceCommand(new Command('list'))
    .description('list endpoints, the oldest first')
    .addOption(wideOption())
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const endpoints = await withWorkspace({ db, workspace }, async ({ read }, workspaceId) =>
        listEndpoints(read, workspaceId),
      )
      if (json) printJson(endpoints.map(forScripts))
      else if (endpoints.length === 0) print('No endpoints.')
      else
        await printTable(
          ['ID', 'KIND', cut('ADDRESS'), 'STATE', spare('TEXT'), spare('SKIPPED'), cut('TYPES')],
          endpoints.map(({ id, kind, host, ending, state, includeText, skipped, types }) => [
            id,
            kind,
            `${host}/…${ending}`,
            state,
            includeText ? 'included' : '',
            String(skipped),
            types.join(', '),
          ]),
        )
    })
}

function forScripts({ createdAt, failingSince, ...endpoint }: EventEndpoint): object {
  return { ...endpoint, failingSince: toIsoOrNull(failingSince), createdAt: toIso(createdAt) }
}

function updateCommand(): Command {
  return withChange(new Command('update'))
    .argument('<id>')
    .description('change an endpoint; what is left out stays')
    .addOption(new Option('--no-token', 'remove the access token').conflicts('tokenFile'))
    .addOption(new Option('--on', 'send events again, after a test has arrived').conflicts('off'))
    .addOption(new Option('--off', 'send no more events; what waits is skipped'))
    .addOption(publicUrlOption())
    .action(async (id: string, options: ChangeOptions & { token?: boolean; on?: boolean; off?: boolean }) => {
      const change = { ...changeOf(options), ...(options.token === false ? { token: null } : {}) }
      const isChanged = Object.values(change).some((value) => value !== undefined)
      const { on = false, off = false } = options
      if (!isChanged && !on && !off)
        throw new DomainError('BAD_REQUEST', 'no_change', 'Nothing to change. Name what to change.')
      const changed = await withEventServices(options, async (services, workspaceId) => {
        const { store, clock, sealer, outbound } = services
        const about = { workspaceId, id }
        const by = { sealer, policy: outbound.policy }
        const { secret } = isChanged
          ? await store.write((tx) => updateEndpoint(tx, operator(), { ...about, change }, by, clock.now()))
          : { secret: null }
        if (off) await store.write((tx) => switchOff(tx, operator(), about, clock.now()))
        if (on) await enableEndpoint(services, operator(), about)
        return { endpoint: await requireEventEndpoint(store.read, workspaceId, id), secret }
      })
      report(changed, 'changed', options)
    })
}

function secretCommand(): Command {
  return workspaceCommand(new Command('secret'))
    .argument('<id>')
    .description('make a new signing secret and print it once; the previous one signs, too, for 24 hours')
    .action(async (id: string, options: WorkspaceOptions) => {
      const secret = await withEventServices(options, ({ store, clock, sealer }, workspaceId) =>
        store.write((tx) => renewEndpointSecret(tx, operator(), { workspaceId, id }, sealer, clock.now())),
      )
      if (options.json) printJson({ secret })
      else print(secret)
    })
}

function deleteCommand(): Command {
  return workspaceCommand(new Command('delete'))
    .argument('<id>')
    .description('delete an endpoint; what waits for it is skipped')
    .addOption(new Option('--yes', 'do not ask for confirmation'))
    .action(async (id: string, { db, workspace, json, yes }: WorkspaceOptions & { yes?: boolean }) => {
      const deleted = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const { kind, host } = await requireEventEndpoint(store.read, workspaceId, id)
        if (!yes && !(await confirm(`Delete the endpoint (${kind} at ${host})?`))) return undefined
        return store.write((tx) => deleteEndpoint(tx, operator(), { workspaceId, id }, clock.now()))
      })
      if (!deleted) print('Nothing was deleted.')
      else if (json) printJson(forScripts(deleted))
      else print(`The endpoint ${deleted.id} (${deleted.kind} at ${deleted.host}) is deleted.`)
    })
}

import * as v from 'valibot'
import { requireOperator } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { setNightlyBackups } from '../access/nightly-backups.ts'
import { changeWorkspace, listWorkspaces, plans } from '../access/workspaces.ts'
import { type Route, route } from '../http/route.ts'
import { backupPlans, type System } from '../http/services.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { choice, flag, id, int, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { LEAST_MIB, MOST_MIB, pictureSpace, setMaxPictures } from '../pictures/space.ts'
import { member } from './credentials.ts'
import { nothing } from './schemas.ts'
import { requireConfirmed } from './sign-in.ts'
import { systemPart } from './system-part.ts'

/** Shared by all routes of this file. */
const ofSystem = { tag: 'System', credential: member, limits: ['calls'] } satisfies Partial<Route>

const MOST_BACKUPS = 100
const MOST_WORKSPACES = 1_000

/** @throws DomainError NOT_FOUND for a server within another program */
function known(system: System | undefined): System {
  if (system) return system
  throw new DomainError(
    'NOT_FOUND',
    'no_system',
    'This server runs within another program, such as a test: look at that program.',
  )
}

const systemView = object('SystemView', {
  versions: array(object('Version', { name: text(), version: text() }), 20),
  files: object('SystemFiles', {
    database: int('Bytes of the database.'),
    log: int('Bytes of its log.'),
    free: int('Free bytes on its disk.'),
  }),
  backups: object('SystemBackups', {
    folder: text('Where they are.', 10_000),
    plan: choice(
      backupPlans,
      'Whether the server makes them into the folder of its option, nightly beside the database, or not by itself.',
    ),
    files: array(
      object('BackupFile', {
        name: text(),
        bytes: int(),
        at: time(),
        restore: text('The command that goes back to it.', 30_000),
      }),
      MOST_BACKUPS,
    ),
    isRunning: flag(),
    failure: optional(text('Why the last one has failed.', 100_000)),
    copies: optional(
      object('SystemCopies', {
        place: text('The bucket of the encrypted copies, such as `s3://bucket/prefix`.'),
        lastAt: optional(time('When the newest was verified.')),
        failure: optional(text('Why the last one has failed.', 100_000)),
      }),
    ),
  }),
  pictures: object('SystemPictures', {
    used: int('Bytes of all pictures in chats, which are in the database.'),
    guests: int('Bytes of those from guests, who may take a quarter of the limit.'),
    max: int('The limit.'),
  }),
  workspaces: array(
    object('WorkspaceView', { id: id(), name: text(), plan: choice(plans), test: flag() }),
    MOST_WORKSPACES,
  ),
})

const show = route({
  ...ofSystem,
  method: 'GET',
  path: '/system',
  operationId: 'showSystem',
  summary: 'Show the installation: versions, disk, backups and workspaces',
  status: 200,
  response: {
    schema: systemView,
    example: {
      versions: [{ name: 'version', version: '1.0.0' }],
      files: { database: 4_194_304, log: 65_536, free: 21_474_836_480 },
      backups: {
        folder: '/var/lib/storewire/shop.db-backups',
        plan: 'nightly',
        files: [
          {
            name: 'storewire-2026-03-01T03-00-00Z.db',
            bytes: 4_194_304,
            at: '2026-03-01T03:00:00.000Z',
            restore:
              'storewire restore /var/lib/storewire/shop.db-backups/storewire-2026-03-01T03-00-00Z.db --db /var/lib/storewire/shop.db --force',
          },
        ],
        isRunning: false,
        failure: null,
        copies: { place: 's3://backups/shop', lastAt: '2026-03-01T03:01:10.000Z', failure: null },
      },
      pictures: { used: 1_048_576, guests: 0, max: 1_073_741_824 },
      workspaces: [{ id: 'org_0VbaaJfV00007x0000Rb2mQvT9', name: 'shop', plan: 'scale', test: false }],
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ actor, part, store: { read } }) => {
    requireOperator(actor)
    const system = known(part(systemPart).system)
    const { backups } = system
    const workspaces = await listWorkspaces(read)
    const copies = await backups.copies()
    return {
      versions: Object.entries(system.versions).map(([name, version]) => ({ name, version })),
      files: system.files(),
      backups: {
        folder: backups.folder,
        plan: await backups.plan(),
        files: (await backups.list()).map(({ at, ...file }) => ({ ...file, at: toIso(at) })),
        isRunning: backups.isRunning(),
        failure: backups.failure(),
        copies: copies && { ...copies, lastAt: copies.lastAt === null ? null : toIso(copies.lastAt) },
      },
      pictures: await pictureSpace(read),
      workspaces: workspaces.slice(0, MOST_WORKSPACES).map(({ id, name, plan, test }) => ({ id, name, plan, test })),
    }
  },
})

const findings = route({
  ...ofSystem,
  method: 'GET',
  path: '/system/findings',
  operationId: 'listFindings',
  summary: 'Check the installation, as `storewire doctor` does',
  description: 'Takes seconds for a large database. Findings are up to a minute old.',
  status: 200,
  response: {
    schema: object('Findings', {
      data: array(
        object('Finding', {
          check: text(),
          level: choice(['ok', 'warning', 'problem']),
          found: text(undefined, 100_000),
          todo: optional(text('What to do about it.', 100_000)),
        }),
        1_000,
      ),
    }),
    example: { data: [{ check: 'disk', level: 'ok', found: 'there is enough room', todo: null }] },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ actor, part }) => {
    requireOperator(actor)
    return { data: await known(part(systemPart).system).findings() }
  },
})

const backUp = route({
  ...ofSystem,
  method: 'POST',
  path: '/system/backup',
  operationId: 'beginBackup',
  summary: 'Begin a backup now',
  description: 'The response does not wait for it: `GET /system` says how it goes. Two at once are one.',
  body: nothing,
  status: 202,
  response: { schema: object('BackupBegun', { isRunning: flag() }), example: { isRunning: true } },
  errors: ['NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  handler: async ({ actor, workspace, part, store, clock }) => {
    requireOperator(actor)
    const { backups } = known(part(systemPart).system)
    backups.check()
    const entry = { workspaceId: workspace.id, actor, action: 'backup.begun', target: 'installation', at: clock.now() }
    await store.write((tx) => audit(tx, entry))
    backups.begin()
    return { isRunning: backups.isRunning() }
  },
})

const nightly = route({
  ...ofSystem,
  method: 'POST',
  path: '/system/nightly-backups',
  operationId: 'setNightlyBackups',
  summary: 'Turn nightly backups on or off',
  description:
    'They are in a folder beside the database. Turned on, the first one begins at once. Needs free space of twice the database.',
  body: {
    schema: object('NightlyBackups', { isOn: flag() }),
    size: 'widget',
    example: { isOn: true },
  },
  status: 202,
  response: { schema: object('NightlyBackupsSet', { isRunning: flag() }), example: { isRunning: true } },
  errors: ['NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  handler: async ({ actor, body: { isOn }, part, store, clock }) => {
    requireOperator(actor)
    const { backups } = known(part(systemPart).system)
    if ((await backups.plan()) === 'scheduled')
      throw conflict(
        'backups_scheduled',
        'The settings of the server name a folder for backups: it makes them there, and none beside the database.',
      )
    if (isOn) backups.check()
    await store.write((tx) => setNightlyBackups(tx, actor, isOn, clock.now()))
    if (isOn) backups.begin()
    return { isRunning: backups.isRunning() }
  },
})

const setPictureLimit = route({
  ...ofSystem,
  method: 'POST',
  path: '/system/picture-limit',
  operationId: 'setPictureLimit',
  summary: 'Set how much all pictures in chats together may take',
  description: 'Pictures that are there already stay.',
  body: {
    schema: object('PictureLimit', { mib: int('In MiB.', LEAST_MIB, MOST_MIB) }),
    size: 'widget',
    example: { mib: 2_048 },
  },
  status: 204,
  errors: [],
  handler: async ({ actor, body: { mib }, store, clock }) => {
    await store.write((tx) => setMaxPictures(tx, actor, mib, clock.now()))
  },
})

const setTestMode = route({
  ...ofSystem,
  method: 'POST',
  path: '/system/workspaces/{id}/test-mode',
  operationId: 'setTestMode',
  summary: 'Turn the test mode of a workspace on or off',
  description: 'In a test workspace every plan includes refunds, and operators can set addresses of this machine.',
  params: v.object({ id: id() }),
  body: { schema: object('TestMode', { isOn: flag() }), size: 'widget', example: { isOn: true } },
  status: 200,
  response: { schema: object('TestModeSet', { test: flag() }), example: { test: true } },
  errors: ['NOT_FOUND'],
  handler: async ({ actor, holder, params: { id }, body: { isOn }, store, clock }) => {
    requireOperator(actor)
    requireConfirmed(holder, clock.now())
    // Operators run every workspace, also those that they are no member of.
    const asOwner = { ...actor, role: 'owner' } as const
    const changed = await store.write((tx) => changeWorkspace(tx, asOwner, id, { test: isOn }, clock.now()))
    return { test: changed.test }
  },
})

export const systemRoutes: Route[] = [show, findings, backUp, nightly, setPictureLimit, setTestMode]

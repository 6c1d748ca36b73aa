import { secretKeyUse } from '../access/keys.ts'
import { countMembers } from '../access/members.ts'
import type { PushOfType } from '../http/request-log/pushes.ts'
import { firstBackfillDone } from '../objects/bulk/running.ts'
import { hasObjects } from '../objects/read.ts'
import { resources } from '../objects/resources.ts'
import type { EndpointHealth } from '../refunds/overview.ts'
import type { Reader } from '../store/store.ts'
import { lastSighting } from '../widget/origins.ts'

export const steps = ['key', 'push', 'import', 'endpoint', 'widget', 'person', 'backup'] as const
export type StepName = (typeof steps)[number]

/** A step of setting a workspace up, judged by what has happened and not by what somebody has clicked. */
export interface Step {
  name: StepName
  isDone: boolean
  /** When it last happened, in epoch milliseconds; null if it did not, or nobody knows when. */
  at: number | null
  /** What happened: the type and id of an object, the origin of a page; null if there is nothing to name. */
  subject: string | null
}

/** What other parts of the page have read already. */
interface Known {
  pushes: PushOfType[]
  endpoint: EndpointHealth
  /** Undefined for those who do not run the server. */
  lastBackupAt: number | null | undefined
}

export async function checklist(
  reader: Reader,
  workspaceId: string,
  { pushes, endpoint, lastBackupAt }: Known,
): Promise<Step[]> {
  const [keys, backfillAt, sighting, members] = await Promise.all([
    secretKeyUse(reader, workspaceId),
    firstBackfillDone(reader, workspaceId),
    lastSighting(reader, workspaceId),
    countMembers(reader, workspaceId),
  ])
  const importedAt = backfillAt ?? pushes.map((push) => push.importedAt).find((at) => at !== null) ?? null
  const ofServer: Step[] =
    lastBackupAt === undefined ? [] : [step('backup', lastBackupAt !== null && lastBackupAt > 0, lastBackupAt || null)]
  return [
    step('key', keys.count > 0, keys.lastUsedAt),
    await pushStep(reader, workspaceId, pushes),
    step('import', importedAt !== null, importedAt),
    step('endpoint', endpoint.testedAt !== null, endpoint.testedAt),
    step('widget', sighting !== undefined, sighting?.at ?? null, sighting?.origin),
    step('person', members > 1, null),
    ...ofServer,
  ]
}

function step(name: StepName, isDone: boolean, at: number | null, subject: string | null = null): Step {
  return { name, isDone, at, subject }
}

/** Pushes from before this version left no time: then the objects themselves are the proof. */
async function pushStep(reader: Reader, workspaceId: string, pushes: PushOfType[]): Promise<Step> {
  const [latest] = pushes.toSorted((one, other) => other.at - one.at)
  if (latest) return step('push', true, latest.at, [latest.type, latest.objectId ?? ''].join(' ').trim())
  const found = await Promise.all(resources.map((resource) => hasObjects(reader, resource, workspaceId)))
  return step('push', found.includes(true), null)
}

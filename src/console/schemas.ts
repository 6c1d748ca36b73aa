import type { GenericSchema } from 'valibot'
import { roles } from '../access/actor.ts'
import { findSignedIn, type SignedIn } from '../access/member-sessions.ts'
import { listMemberships } from '../access/memberships.ts'
import { hasSecondFactor, recoveryCodesLeft } from '../access/second-factor.ts'
import { findSampleWorkspace, getWorkspace, plans } from '../access/workspaces.ts'
import { choice, flag, id, int, someText, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { listPictureHosts } from '../objects/picture-hosts.ts'
import type { Reader } from '../store/store.ts'
import { confirmedUntil } from './sign-in.ts'

export const TAG = 'Members'

/** An object with these keys, each with the same schema. */
export function each<const Name extends string, Schema extends GenericSchema>(names: Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>
}

/** An empty object. Requests that change something need a JSON body, which no form of another page can send. */
export const nothing = { schema: object('Nothing', {}), size: 'widget', example: {} } as const

export const token = () => text('What the address of the page has after its `#setup=`, `#invite=` or `#reset=`.', 100)
export const password = () => someText('At least 12 characters.', 1_000)
export const role = () => choice(roles, 'What they may do in the workspace.')

const membership = object('Membership', { id: id('The workspace.'), name: text(), role: role() })

/** Who is signed in, and where. */
export const sessionSchema = object('Session', {
  member: object('Me', {
    id: id(),
    name: text(),
    email: text('The name to sign in with.'),
    isOperator: flag('Whether they run the installation.'),
    hasSecondFactor: flag(),
    recoveryCodesLeft: int(),
  }),
  workspace: object('Workspace', {
    id: id(),
    name: text(),
    plan: choice(plans),
    test: flag(),
    timeZone: text('Where its days begin at midnight.'),
    sample: flag('Whether it is the sample shop.'),
  }),
  role: role(),
  pictureHosts: array(text('A host from which pages load pictures of products.'), 20),
  workspaces: array(membership, 1_000),
  confirmedUntil: optional(time('Till when no call asks for the password; null: the next one does.')),
})

export const sessionResponse: { schema: GenericSchema; example: unknown } = {
  schema: sessionSchema,
  example: {
    member: {
      id: 'mem_0VbaaJfV00007x0000Rb2mQvT9',
      name: 'Ada Lovelace',
      email: 'ada@shop.example',
      isOperator: true,
      hasSecondFactor: false,
      recoveryCodesLeft: 0,
    },
    workspace: {
      id: 'org_0VbaaJfV00007x0000Rb2mQvT9',
      name: 'shop',
      plan: 'scale',
      test: false,
      timeZone: 'UTC',
      sample: false,
    },
    role: 'owner',
    pictureHosts: ['cdn.shop.example'],
    workspaces: [{ id: 'org_0VbaaJfV00007x0000Rb2mQvT9', name: 'shop', role: 'owner' }],
    confirmedUntil: '2026-03-01T09:40:00.000Z',
  },
}

/** The session of a new token. */
export async function sessionOf(reader: Reader, sessionToken: string, now: number): Promise<object> {
  const signedIn = await findSignedIn(reader, sessionToken, now)
  if (!signedIn) throw new Error('a session that was just made is not there')
  return showSession(reader, signedIn, now)
}

export async function showSession(reader: Reader, signedIn: SignedIn, now: number): Promise<object> {
  const { memberId, name, email, isOperator, workspaceId } = signedIn
  const until = confirmedUntil(signedIn)
  const [workspace, sample, memberships, pictureHosts, isFactorOn, codes] = await Promise.all([
    getWorkspace(reader, workspaceId),
    findSampleWorkspace(reader),
    listMemberships(reader, memberId),
    listPictureHosts(reader, workspaceId),
    hasSecondFactor(reader, memberId),
    recoveryCodesLeft(reader, memberId),
  ])
  return {
    member: { id: memberId, name, email, isOperator, hasSecondFactor: isFactorOn, recoveryCodesLeft: codes },
    workspace: { ...workspace, sample: sample === workspaceId },
    role: signedIn.role,
    pictureHosts,
    workspaces: memberships.map(({ workspaceId, name, role }) => ({ id: workspaceId, name, role })),
    confirmedUntil: until > now ? toIso(until) : null,
  }
}

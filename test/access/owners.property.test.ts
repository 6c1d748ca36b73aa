import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Actor, roles } from '../../src/access/actor.ts'
import { createMember } from '../../src/access/first-owner.ts'
import { acceptInvite, inviteMember } from '../../src/access/invites.ts'
import { createSession } from '../../src/access/member-sessions.ts'
import { changeOperator, changeRole, removeMember, signMemberOut } from '../../src/access/memberships.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Reader, Store, Tx } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { addWorkspace, tempFolder, testClock } from '../support/server.ts'

const visitor = { address: '127.0.0.1', browser: 'test' }
const cli: Actor = { name: 'cli', origin: 'cli', role: 'owner', isOperator: true }

type Move = { kind: (typeof kinds)[number]; by: number; target: number; role: (typeof roles)[number]; workspace: 0 | 1 }
const kinds = ['invite', 'role', 'remove', 'create', 'operator', 'sign out'] as const
const moves = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    by: fc.nat(5),
    target: fc.nat(5),
    role: fc.constantFrom(...roles),
    workspace: fc.constantFrom(0, 1),
  }) as fc.Arbitrary<Move>,
  { maxLength: 25 },
)

interface Row {
  id: string
  email: string
  role: Actor['role']
  operator: number
}

test('whatever members do to one another, workspaces keep an owner, the installation an operator, and members a workspace', async (t) => {
  const clock = testClock()
  const folder = await tempFolder(t)
  let runs = 0
  await fc.assert(
    fc.asyncProperty(moves, async (all) => {
      const store = await openStore(join(folder, `${runs++}.db`), { create: true, serving: true })
      try {
        const workspaces = [await addWorkspace(store, 'one', clock), await addWorkspace(store, 'two', clock)]
        for (const { workspaceId } of workspaces)
          await store.write((tx) => create(tx, workspaceId, `owner of ${workspaceId}`, 'owner'))
        for (const [index, move] of all.entries()) {
          const workspaceId = workspaces[move.workspace]?.workspaceId ?? ''
          await store
            .write((tx) => play(tx, move, workspaceId, index))
            .catch((error) => {
              if (!(error instanceof DomainError)) throw error
            })
          await assertLaws(store)
        }
      } finally {
        await store.close()
      }
    }),
    { numRuns: 60 },
  )

  async function create(tx: Tx, workspaceId: string, name: string, role: Row['role']): Promise<void> {
    const email = `${name.replaceAll(' ', '-')}@shop.example`
    await createMember(tx, cli, { workspaceId, name, email, password: null, role: role ?? 'agent' }, clock.now())
  }

  async function play(tx: Tx, { kind, by, target, role }: Move, workspaceId: string, index: number): Promise<void> {
    const members = await tx.all<Row>(
      `SELECT id, email, role, operator FROM memberships JOIN members ON id = member_id WHERE workspace_id = ? ORDER BY id`,
      workspaceId,
    )
    const acting = members[by % members.length]
    const { id: memberId = '' } = members[target % members.length] ?? {}
    const isOperator = acting?.operator === 1
    const actor: Actor = { name: acting?.email ?? '', origin: 'test', role: acting?.role ?? null, isOperator }
    const now = clock.now()
    if (memberId) await createSession(tx, { memberId, visitor, workspaceId }, now)
    const before = await operatorsOf(tx)
    if (kind === 'role') await changeRole(tx, actor, { workspaceId, memberId, role }, now)
    else if (kind === 'remove') await removeMember(tx, actor, { workspaceId, memberId }, now)
    else if (kind === 'sign out') await signMemberOut(tx, actor, { workspaceId, memberId }, now)
    else if (kind === 'operator') {
      const change = { workspaceId, memberId, isOperator: role === 'owner' }
      await changeOperator(tx, role === 'admin' ? actor : cli, change, now)
      return
    } else if (kind === 'create') await create(tx, workspaceId, `made ${index}`, role)
    else {
      const { token } = await inviteMember(tx, actor, { workspaceId, email: `in${index}@shop.example`, role }, now)
      await acceptInvite(tx, { token, name: 'x', password: 'x', origin: 'test' }, now)
    }
    if (!isOperator && acting?.id !== memberId) assert.deepEqual(await operatorsOf(tx), before)
  }
})

/** The operators with their roles and sessions. */
function operatorsOf(reader: Reader): Promise<object[]> {
  return reader.all<object>(
    `SELECT members.id, workspace_id, role, (SELECT count(*) FROM member_sessions WHERE member_id = members.id) AS sessions
     FROM members JOIN memberships ON member_id = members.id WHERE operator = 1 ORDER BY members.id, workspace_id`,
  )
}

async function assertLaws({ read }: Store): Promise<void> {
  const ownerless = await read.all(
    `SELECT id FROM workspaces WHERE id NOT IN (SELECT workspace_id FROM memberships WHERE role = 'owner')`,
  )
  assert.deepEqual(ownerless, [])
  assert.notDeepEqual(await operatorsOf(read), [])
  const homeless = await read.all('SELECT id FROM members WHERE id NOT IN (SELECT member_id FROM memberships)')
  assert.deepEqual(homeless, [])
  const strayed = await read.all(
    `SELECT id FROM member_sessions AS session WHERE NOT EXISTS (SELECT 1 FROM memberships
       WHERE memberships.member_id = session.member_id AND memberships.workspace_id = session.workspace_id)`,
  )
  assert.deepEqual(strayed, [])
}

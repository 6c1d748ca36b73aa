import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor, Role } from '../../src/access/actor.ts'
import { createResetLink } from '../../src/access/change-password.ts'
import { createMember, createSetupLink } from '../../src/access/first-owner.ts'
import { inviteMember, revokeInvite } from '../../src/access/invites.ts'
import { createKey, revokeKey, useForWidget } from '../../src/access/keys.ts'
import { changeOperator, changeRole, removeMember } from '../../src/access/memberships.ts'
import { createEndpointChecks } from '../../src/conformance/check-workspace.ts'
import { changeRefundSettings, createRefundSecret } from '../../src/refunds/change-settings.ts'
import { approveRefund, rejectRefund, stopWaiting, tryRefundNow } from '../../src/refunds/decisions.ts'
import { testConnection } from '../../src/refunds/endpoint/test-connection.ts'
import { quoteRefund, type RefundServices, startRefund } from '../../src/refunds/offer.ts'
import type { Tx } from '../../src/store/store.ts'

/** Fails when anything of it is used: who may not do something is refused before anything is read. */
const untouched = <T extends object>(): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      throw new Error(`${String(name)} was used`)
    },
  })
const tx = untouched<Tx>()
const services = new Proxy({} as RefundServices, { get: () => untouched() })
const of = { workspaceId: 'org_1' }
const member = { ...of, memberId: 'mem_1' }
const refund = { ...of, id: 'act_1' }
const wanted = { ...of, orderId: 'o1', kind: 'defect', lines: undefined, note: null, conversationId: null } as never

type Command = (actor: Actor) => Promise<unknown>
/** Who may call each command: a role and everybody above it. */
const commands: Record<'agent' | 'admin' | 'owner' | 'operator', Record<string, Command>> = {
  agent: {
    approveRefund: (actor) => approveRefund(tx, actor, refund, 1),
    rejectRefund: (actor) => rejectRefund(tx, actor, refund, 1),
    stopWaiting: (actor) => stopWaiting(tx, actor, { ...refund, reason: 'why' }, 1),
    startRefund: (actor) => startRefund(services, actor, wanted),
    quoteRefund: (actor) => quoteRefund(services, actor, wanted),
  },
  admin: {
    tryRefundNow: (actor) => tryRefundNow(tx, actor, refund, 1),
    createKey: (actor) => createKey(tx, actor, { ...of, kind: 'secret', name: 'x' }, 1),
    revokeKey: (actor) => revokeKey(tx, actor, 'key_1', 1),
    useForWidget: (actor) => useForWidget(tx, actor, 'key_1', 1),
    changeRefundSettings: (actor) => changeRefundSettings(tx, actor, 'org_1', { frozen: true }, untouched(), 1),
    createRefundSecret: (actor) => createRefundSecret(tx, actor, 'org_1', untouched(), 1),
    testConnection: (actor) => testConnection(services, actor, 'org_1'),
    checkEndpoint: (actor) => createEndpointChecks(services).run(actor, 'org_1'),
    inviteAgent: (actor) => inviteMember(tx, actor, { ...of, email: 'ben@shop.example', role: 'agent' }, 1),
    revokeInvite: (actor) => revokeInvite(tx, actor, { ...of, id: 'link_1' }, 1),
  },
  owner: {
    inviteAdmin: (actor) => inviteMember(tx, actor, { ...of, email: 'ben@shop.example', role: 'admin' }, 1),
    changeRole: (actor) => changeRole(tx, actor, { ...member, role: 'owner' }, 1),
    removeMember: (actor) => removeMember(tx, actor, member, 1),
    createResetLink: (actor) => createResetLink(tx, actor, { ...member, secondFactor: false }, 1),
  },
  operator: {
    changeOperator: (actor) => changeOperator(tx, actor, { ...member, isOperator: true }, 1),
    createSetupLink: (actor) => createSetupLink(tx, actor, 'org_1', 1),
    createMember: (actor) =>
      createMember(tx, actor, { ...of, name: 'Ben', email: 'ben@shop.example', password: null, role: 'agent' }, 1),
  },
}

test('commands themselves refuse whoever lacks the role, before they read anything', async () => {
  const ranks = [null, 'agent', 'admin', 'owner'] as const
  for (const [least, named] of Object.entries(commands))
    for (const [name, command] of Object.entries(named))
      for (const role of ranks) {
        const actor = { name: 'ada@shop.example', origin: 'test', role }
        const may = least !== 'operator' && ranks.indexOf(role) >= ranks.indexOf(least as Role)
        const tried = command(actor)
        // Who may do it gets as far as the first read.
        await assert.rejects(tried, may ? /was used/ : { code: 'FORBIDDEN' }, `${name} by ${role}`)
      }
})

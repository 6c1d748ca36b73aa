import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Role, roles } from '../../src/access/actor.ts'
import { createKey } from '../../src/access/keys.ts'
import { createLink, type NewLink } from '../../src/access/member-links.ts'
import { insertMembership } from '../../src/access/memberships.ts'
import { consoleRoutes } from '../../src/console/routes.ts'
import { createConversation } from '../../src/conversations/conversations.ts'
import { saveReply } from '../../src/conversations/saved-replies.ts'
import { createEndpoint } from '../../src/events/change-endpoints.ts'
import { objectShapeOf } from '../../src/lib/shape.ts'
import { addAgentTag } from '../../src/objects/agent-tags.ts'
import { resources } from '../../src/objects/resources.ts'
import { longBodied } from '../../src/serve/body-thread.ts'
import { addMember, type Browser, browser, browserOf, PASSWORD } from '../support/console.ts'
import { answerValidator, type OpenApi } from '../support/openapi.ts'
import { type Answer, type Api, addWorkspace, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Who calls: members of a workspace, the owner of another one, and a browser that is not signed in. */
const callers = ['owner', 'admin', 'agent', 'stranger', 'nobody'] as const
type CallerName = (typeof callers)[number]

/** A workspace with everything that a route may be about, and a caller. */
interface Stage {
  page: Browser
  workspaceId: string
  email: string
  target: string
  invite: NewLink
  session: string
  refund: string
  conversation: string
  savedReply: string
  key: string
  segment: string
  eventEndpoint: string
  eventDelivery: string
  call: string
  importId: string
  secret: string
  /** Makes a link that the caller may use. */
  link(kind: 'setup' | 'invite' | 'reset', email?: string): Promise<string>
}

/** What is known of a route beside its declaration: who may call it, and what a call of theirs looks like. */
interface Rule {
  who: readonly CallerName[]
  body?: (stage: Stage) => object | Promise<object>
  /** The id in the path. */
  id?: (stage: Stage) => string
  /** What follows the path. */
  query?: string
  /** The answer to those who may, if it is not the one of the declaration. */
  status?: number
  /** Whether only operators may call it. */
  isForOperators?: true
  /** Whether the password has to be typed again. */
  confirms?: true
  /** The status of the refund that there is; it waits for an agent where this is left out. */
  refund?: string
}

const everybody = callers
const members = ['owner', 'admin', 'agent', 'stranger'] as const
const managers = ['owner', 'admin', 'stranger'] as const
const managersHere = ['owner', 'admin'] as const
const owners = ['owner', 'stranger'] as const
let made = 0
/** Numbers of calls in the log that no call of the test gets. */
const CALLS = 1_000_000
const ROUTES_PER_SERVER = 8

const people = ['owner', 'admin', 'agent'] as const
const [seen, why] = [{ amount: 100, currency: 'EUR' }, { reason: 'not returned' }]
const theRefund = ({ refund }: Stage) => refund
const theChat = ({ conversation }: Stage) => conversation
const theSavedReply = ({ savedReply }: Stage) => savedReply
const theKey = ({ key }: Stage) => key
const theCustomer = () => 'c_1'
const theImport = ({ importId }: Stage) => importId
const theEndpoint = ({ eventEndpoint }: Stage) => eventEndpoint
const theSegment = ({ segment }: Stage) => segment

/** Every route of the console. One that is not here fails the test. */
const rules: Record<string, Rule> = {
  showState: { who: everybody },
  signIn: { who: everybody, body: () => ({ email: 'keeper@shop.example', password: PASSWORD }) },
  showSystemMail: { who: [], isForOperators: true },
  testSystemMail: { who: [], isForOperators: true, status: 409 },
  showMyNotifications: { who: members },
  changeMyNotifications: { who: members, body: () => ({ types: [] }) },
  confirmEventAddress: { who: everybody, body: () => ({ token: 'a'.repeat(27) }), status: 404 },
  askForPassword: { who: everybody, body: () => ({ email: 'x@y.example' }), status: 409 },
  showLink: { who: everybody, body: async ({ link }) => ({ token: await link('invite') }) },
  setUp: {
    who: everybody,
    body: async ({ link }) => ({
      token: await link('setup'),
      name: 'x',
      email: 'x@y',
      password: 'a long one, all mine',
    }),
    status: 409,
  },
  acceptInvite: {
    who: everybody,
    body: async ({ link }) => ({ token: await link('invite'), name: 'New', password: 'a long one, all mine' }),
  },
  redeemReset: {
    who: everybody,
    body: async ({ link }) => ({ token: await link('reset'), password: 'a long one, all mine' }),
  },
  showSession: { who: members },
  chooseWorkspace: { who: members, body: () => ({ workspaceId: 'org_unknown' }), status: 404 },
  signOut: { who: members },
  confirmPassword: { who: members, body: () => ({ password: PASSWORD }) },
  joinByInvite: { who: members, body: async ({ link, email }) => ({ token: await link('invite', email) }) },
  changePassword: { who: members, body: () => ({ password: PASSWORD, newPassword: 'a long one, all mine' }) },
  listMySessions: { who: members },
  endMySession: { who: [], id: ({ session }) => session },
  signOutEverywhere: { who: members },
  startSecondFactor: { who: members, confirms: true },
  confirmSecondFactor: { who: members, body: () => ({ code: '123456' }), status: 409, confirms: true },
  removeSecondFactor: { who: members, confirms: true },
  renewRecoveryCodes: { who: members, status: 409, confirms: true },
  listMembers: { who: managers },
  inviteMember: { who: managers, body: () => ({ email: `new${made++}@shop.example`, role: 'agent' }), confirms: true },
  revokeInvite: { who: managers, id: ({ invite }) => invite.id },
  changeRole: { who: owners, id: ({ target }) => target, body: () => ({ role: 'admin' }), confirms: true },
  removeMember: { who: owners, id: ({ target }) => target, confirms: true },
  changeOperator: { who: [], id: ({ target }) => target, body: () => ({ isOperator: true }), confirms: true },
  signMemberOut: { who: owners, id: ({ target }) => target, confirms: true },
  createResetLink: { who: owners, id: ({ target }) => target, body: () => ({}), confirms: true },
  findData: { who: members, query: '?text=c_1' },
  showShopPage: { who: members },
  createConnectionCode: { who: managers, body: () => ({ kind: 'woocommerce' }), status: 400, confirms: true },
  approveConnection: { who: managers, body: () => ({ id: 'con_unknown' }), status: 409, confirms: true },
  refuseConnection: { who: managers, body: () => ({ id: 'con_unknown' }), status: 409 },
  endConnection: { who: managers, status: 404, confirms: true },
  showReport: { who: managers },
  listReportMeasures: { who: managers },
  listReportQuestions: { who: managers },
  decideReportQuestion: { who: managersHere, id: () => 'turn_unknown', body: () => ({ notOurs: true }), status: 404 },
  setTimeZone: { who: managers, body: () => ({ timeZone: 'Europe/Berlin' }) },
  listKeys: { who: managers },
  createKey: { who: managers, body: () => ({ kind: 'secret', name: 'backend' }), confirms: true },
  revokeKey: { who: managers, id: theKey, confirms: true },
  useKeyForWidget: { who: managers, id: theKey, confirms: true },
  findOrders: { who: members, query: '?named=o1' },
  listRefunds: { who: members },
  showRefund: { who: people, id: theRefund },
  quoteRefund: { who: members, body: () => ({ orderId: 'o1', kind: 'defect' }), status: 409 },
  startRefund: { who: members, body: () => ({ orderId: 'o1', kind: 'defect' }), status: 409 },
  approveRefund: { who: people, id: theRefund, body: () => seen },
  rejectRefund: { who: people, id: theRefund, body: () => why },
  confirmRefund: { who: people, id: theRefund, body: () => seen, refund: 'awaiting_customer' },
  declineRefund: { who: people, id: theRefund, body: () => why, refund: 'awaiting_customer' },
  cancelRefund: { who: people, id: theRefund, body: () => why },
  stopWaiting: { who: people, id: theRefund, body: () => why, refund: 'pending' },
  tryRefundNow: { who: managersHere, id: theRefund, refund: 'executing' },
  showRefundSettings: { who: members },
  changeRefundSettings: { who: managers, body: () => ({ frozen: false }), confirms: true },
  createRefundSecret: { who: managers, confirms: true },
  testRefundConnection: { who: managers, status: 409 },
  checkRefundEndpoint: { who: managers, status: 409, confirms: true },
  listEventEndpoints: { who: members },
  createEventEndpoint: { who: managers, body: () => ({ url: 'https://shop.example/events' }), confirms: true },
  changeEventEndpoint: {
    who: managersHere,
    id: theEndpoint,
    body: () => ({ url: 'https://shop.example/events' }),
    confirms: true,
  },
  renewEventSecret: { who: managersHere, id: theEndpoint, confirms: true },
  testEventEndpoint: { who: managersHere, id: theEndpoint },
  switchEventEndpoint: { who: managersHere, id: theEndpoint, body: () => ({ on: false }) },
  deleteEventEndpoint: { who: managersHere, id: theEndpoint },
  listEventDeliveries: { who: members },
  showEventDelivery: { who: people, id: ({ eventDelivery }) => eventDelivery },
  replayEvents: { who: managers, body: () => ({ hours: 1 }) },
  showAssistantSettings: { who: members },
  changeAssistantSettings: { who: managers, body: () => ({ lowStock: 5 }) },
  showAssistantModel: { who: managers },
  changeAssistantModel: {
    who: managers,
    body: () => ({ baseUrl: 'https://models.example/v1', model: 'm' }),
    confirms: true,
  },
  clearAssistantModel: { who: managers },
  checkAssistantModel: { who: managers, status: 409 },
  showWidgetSettings: { who: members },
  showWidgetTexts: { who: members },
  changeWidgetSettings: { who: managers, body: () => ({ color: '#0a7f5a' }) },
  showLetterSettings: { who: members },
  showLetterTexts: { who: members },
  changeLetterSettings: { who: managers, body: () => ({ senderName: 'Mugs' }) },
  askForReplyTo: { who: managers, status: 409 },
  stopMailAddress: { who: managers, body: () => ({ email: 'ada@example.com' }) },
  showWidgetLogo: { who: members },
  setWidgetLogo: { who: managers, status: 400 },
  removeWidgetLogo: { who: managers, status: 404 },
  streamNews: { who: members },
  notePresence: { who: members, body: () => ({ tab: 't1', place: 'chats/conv_1', isWriting: false }) },
  countWaiting: { who: members },
  listChats: { who: members },
  searchChats: { who: members, query: '?q=mug' },
  listChatTags: { who: members },
  listChatPeople: { who: members },
  assignChat: { who: people, id: theChat, body: ({ target }) => ({ memberId: target }) },
  snoozeChat: { who: people, id: theChat, body: () => ({ until: null }) },
  tagChat: { who: people, id: theChat, body: () => ({ add: ['damaged'] }) },
  listFilledReplies: { who: people, id: theChat },
  showChat: { who: people, id: theChat },
  explainMessage: { who: people, id: theChat, status: 404 },
  uploadChatPicture: { who: people, id: theChat, status: 400 },
  readChatPicture: { who: people, id: theChat, status: 404 },
  replyInChat: { who: people, id: theChat, body: () => ({ text: 'Hi!' }) },
  noteInChat: { who: people, id: theChat, body: () => ({ text: 'Angry.' }) },
  takeChat: { who: people, id: theChat },
  giveChatBack: { who: people, id: theChat },
  closeChat: { who: people, id: theChat },
  markChatRead: { who: people, id: theChat, body: () => ({ entryId: `msg_${'0'.repeat(23)}` }) },
  showFirstQuestion: { who: members },
  startTrial: { who: members, body: () => ({ customerId: null }), status: 409 },
  listSavedReplies: { who: members },
  saveReply: { who: members, body: () => ({ title: 'Hello', text: 'Hi!' }) },
  deleteSavedReply: { who: people, id: theSavedReply },
  reportAgentTyping: { who: people, id: ({ conversation }) => conversation },
  showHome: { who: members },
  listData: { who: members },
  listViews: { who: members },
  saveView: { who: members, body: () => ({ name: 'Open', filters: { status: 'open' } }) },
  deleteView: { who: members, body: () => ({ name: 'Open' }), status: 404 },
  exportData: { who: managers },
  exportRefunds: { who: managers },
  exportChats: { who: members },
  showData: { who: people, id: theCustomer },
  listTimeline: { who: people, id: theCustomer },
  eraseData: { who: managers, id: theCustomer, body: () => ({ typedId: 'c_1' }), confirms: true },
  tagCustomer: { who: people, id: theCustomer, body: () => ({ tag: 'vip' }) },
  untagCustomer: { who: people, id: theCustomer, body: () => ({ tag: 'old' }) },
  listSegmentViews: { who: members },
  showSegment: { who: people, id: theSegment },
  countSegment: { who: people, id: theSegment },
  listRefusedPushes: { who: members },
  listCalls: { who: members },
  showCall: { who: people, id: ({ call }) => call },
  listAudit: { who: managers },
  showSystem: { who: [], isForOperators: true },
  listFindings: { who: [], isForOperators: true },
  beginBackup: { who: [], isForOperators: true },
  signSampleCustomerIn: { who: members, body: () => ({ customerId: 'c1' }), status: 409 },
  showSampleShop: { who: [], isForOperators: true },
  loadSampleShop: { who: [], isForOperators: true },
  removeSampleShop: { who: [], isForOperators: true },
  setTestMode: {
    who: [],
    id: ({ workspaceId }) => workspaceId,
    body: () => ({ isOn: true }),
    isForOperators: true,
    confirms: true,
  },
  setPictureLimit: { who: [], isForOperators: true, body: () => ({ mib: 2_048 }) },
  setNightlyBackups: { who: [], isForOperators: true, body: () => ({ isOn: true }) },
  showWidgetAccess: { who: members },
  addWidgetOrigin: { who: managers, body: () => ({ origin: 'https://shop.example' }), confirms: true },
  removeWidgetOrigin: { who: managers, body: () => ({ origin: 'https://old.example' }), status: 404, confirms: true },
  showPictureHosts: { who: members },
  addPictureHost: { who: managers, body: () => ({ host: 'cdn.shop.example' }), confirms: true },
  removePictureHost: { who: managers, body: () => ({ host: 'old.example' }), status: 404, confirms: true },
  createIdentitySecret: { who: managers, confirms: true },
  createWidgetKey: { who: managers, confirms: true },
  revokeIdentitySecret: { who: managers, id: ({ secret }) => secret, confirms: true },
  listImports: { who: members },
  showImport: { who: people, id: theImport },
  startImport: { who: managers, body: () => ({ label: 'orders.csv' }) },
  closeImport: { who: managers, id: theImport },
  listImportFields: { who: members },
  countBrought: { who: managersHere, id: theImport },
  eraseImport: { who: managersHere, id: theImport, status: 409, confirms: true },
  ...Object.fromEntries(
    resources.flatMap(({ name, example }): [string, Rule][] => {
      const type = name.charAt(0).toUpperCase() + name.slice(1)
      const body = () => ({ data: [example] })
      return [
        [`checkImported${type}`, { who: managers, body }],
        [`import${type}`, { who: managers, id: theImport, body }],
      ]
    }),
  ),
  writeArticle: { who: managers, body: () => ({ title: 'Returns', body: 'Within 30 days.', status: 'published' }) },
}

/** A new workspace on the same server. */
async function stage(api: Api, caller: CallerName, { refund: status = 'awaiting_approval' }: Rule): Promise<Stage> {
  const number = made++
  const now = api.clock.now()
  const { workspaceId } = await addWorkspace(api.store, `shop ${number}`, api.clock)
  const { workspaceId: other } = await addWorkspace(api.store, `other ${number}`, api.clock)
  const at = { ...api, workspaceId }
  await addMember(at, { email: `owner${number}@shop.example`, role: 'owner' })
  const target = await addMember(at, { email: `target${number}@shop.example`, role: 'agent' })
  const email = `caller${number}@shop.example`
  const isStranger = caller === 'stranger'
  const own = isStranger ? other : workspaceId
  const memberId =
    caller === 'nobody'
      ? undefined
      : await addMember(at, { email, role: isStranger ? 'owner' : (caller as Role), workspaceId: own })
  await browserOf(api, target)
  const session = await api.store.read.get<{ id: string }>('SELECT id FROM member_sessions WHERE member_id = ?', target)
  const invite = await api.store.write((tx) =>
    createLink(tx, { kind: 'invite', workspaceId, email: 'ben@shop.example', role: 'agent', createdBy: 'test' }, now),
  )
  const refund = `act_${number}`
  await api.store.write((tx) =>
    tx.run(
      `INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
       VALUES (?, ?, 'o1', 'other', '[]', 'execute', ?, 100, 'EUR', 'agent', '', 1)`,
      refund,
      workspaceId,
      status,
    ),
  )
  const asOwner = { name: 'test', origin: 'test', role: 'owner' } as const
  const segment = `seg_${number}`
  await api.store.write(async (tx) => {
    await tx.run(`INSERT INTO customers (workspace_id, id, updated_at, data) VALUES (?, 'c_1', 1, '{}')`, workspaceId)
    await addAgentTag(tx, { workspaceId, customerId: 'c_1', tag: 'old', agent: 'test' }, now)
    await tx.run(
      `INSERT INTO segments (workspace_id, id, name, rule, created_at)
       VALUES (?, ?, 'many', '{"all":[{"field":"ordersCount","op":">","value":5}]}', 1)`,
      workspaceId,
      segment,
    )
    await tx.run(
      `INSERT INTO backfills (id, workspace_id, status, created_at) VALUES (?, ?, 'open', 1)`,
      `bf_${number}`,
      workspaceId,
    )
    await tx.run(
      `INSERT INTO identity_secrets (id, workspace_id, secret, ending, created_by, created_at) VALUES (?, ?, 's', 's', 'test', 1)`,
      `isec_${number}`,
      workspaceId,
    )
    await tx.run(
      `INSERT INTO request_log (number, share, at, request_id, workspace_id, method, path, status, duration_ms)
       VALUES (?, ?, 1, 'r', ?, 'POST', '/api/v1/orders', 400, 1)`,
      CALLS + number,
      workspaceId,
      workspaceId,
    )
  })
  const by = { sealer: api.sealer, policy: api.outbound.policy }
  const url = 'https://127.0.0.1.nip.invalid/events'
  const { endpoint } = await api.store.write((tx) => createEndpoint(tx, asOwner, workspaceId, { url }, by, now))
  const eventEndpoint = endpoint.id
  await api.store.write(async (tx) => {
    await tx.run(
      `INSERT INTO events (id, workspace_id, type, subject, data, page, created_at) VALUES (?, ?, 'test', 's', '{}', '/', 1)`,
      `evt_${number}`,
      workspaceId,
    )
    await tx.run(
      `INSERT INTO event_deliveries (id, workspace_id, endpoint_id, event_id, state, tries, created_at)
       VALUES (?, ?, ?, ?, 'delivered', 1, 1)`,
      `evd_${number}`,
      workspaceId,
      eventEndpoint,
      `evt_${number}`,
    )
  })
  const { id: key } = await api.store.write((tx) =>
    createKey(tx, asOwner, { workspaceId, kind: 'publishable', name: 'page' }, now),
  )
  const { id: conversation } = await api.store.write((tx) => createConversation(tx, { workspaceId }, now))
  const { id: savedReply } = await api.store.write((tx) =>
    saveReply(tx, asOwner, { workspaceId, title: `saved ${number}`, text: 'Hi!' }, now),
  )
  return {
    workspaceId,
    refund,
    conversation,
    savedReply,
    key,
    segment,
    eventEndpoint,
    eventDelivery: `evd_${number}`,
    call: String(CALLS + number),
    importId: `bf_${number}`,
    secret: `isec_${number}`,
    page: memberId === undefined ? browser(api) : await browserOf(api, memberId),
    email,
    target,
    invite,
    session: session?.id ?? '',
    link: async (kind, invited = `joins${made++}@shop.example`) => {
      const into = (await addWorkspace(api.store, `third ${made++}`, api.clock)).workspaceId
      const subject = { workspaceId: into, email: invited, role: 'agent', createdBy: 'test' } as const
      const forReset = { ...subject, workspaceId, memberId: target }
      const { token } = await api.store.write((tx) =>
        createLink(tx, { ...(kind === 'reset' ? forReset : subject), kind }, now),
      )
      return token
    },
  }
}

const TABLES = [
  'conversations',
  'messages',
  'conversation_notes',
  'conversation_acts',
  'conversation_tags',
  'saved_replies',
  'members',
  'memberships',
  'member_links',
  'member_sessions',
  'member_second_factors',
  'api_keys',
  'refund_settings',
  'picture_hosts',
  'widget_logos',
  'customers',
  'customer_agent_tags',
  'articles',
  'assistant_models',
]

/** Everything that a refused call must leave as it is. */
async function everything(api: Api): Promise<string> {
  const rows = await Promise.all(TABLES.map((table) => api.store.read.all(`SELECT * FROM ${table} ORDER BY 1, 2`)))
  // Those that were approved go on by themselves.
  rows.push(
    await api.store.read.all(`SELECT * FROM refunds WHERE status LIKE 'awaiting%' OR status = 'pending' ORDER BY id`),
  )
  // That it was used is no change.
  return JSON.stringify(rows, (name, value) => (name === 'last_used_at' ? null : value))
}

/** What an import brought is stored after its call. */
async function batchesProcessed({ store }: Api): Promise<void> {
  await until(
    async () => !(await store.read.get(`SELECT 1 FROM batches WHERE status IN ('pending', 'processing') LIMIT 1`)),
  )
}

/** What changes nothing that lasts: a look, a browser that signs itself out, and what is not set up yet. */
const unaudited = new Set([
  'saveView',
  'deleteView',
  'showLink',
  'confirmPassword',
  'signOut',
  'startSecondFactor',
  'removeSecondFactor',
  'reportAgentTyping',
  'clearAssistantModel',
  'notePresence',
  'markChatRead',
])

/** A batch belongs to an import, whose start is audited. */
function isUnaudited({ operationId, path }: { operationId: string; path: string }): boolean {
  return unaudited.has(operationId) || /^\/(imports\/\{id\}|import-checks)\/(?!close)/.test(path)
}

async function newestAudit({ store }: Api): Promise<number> {
  return (await store.read.get<{ last: number }>('SELECT coalesce(max(rowid), 0) AS last FROM audit_log'))?.last ?? 0
}

function auditAfter({ store }: Api, last: number) {
  return store.read.all<{ actor: string; origin: string; role: string | null }>(
    'SELECT actor, origin, role FROM audit_log WHERE rowid > ? ORDER BY rowid',
    last,
  )
}

/** A path with its parameters. */
function addressOf(path: string, id = ''): string {
  return path.replace(/\{(type|list)\}/, 'customers').replace(/\{(id|number)\}/, id)
}

function call(page: Browser, { method, path }: { method: string; path: string }, body: object): Promise<Answer> {
  return method === 'GET' ? page.get(path) : page.post(path, body)
}

test('every route of the console serves the roles that may call it, and no others', async (t) => {
  let api = await startServer(t)
  const spec = (await (await fetch(api.baseUrl.replace('/api/v1', '/console/api/spec.json'))).json()) as OpenApi
  const { validate, validateExample, exercised } = answerValidator(spec)
  assert.deepEqual(Object.keys(rules).sort(), consoleRoutes.map(({ operationId }) => operationId).sort())
  for (const [index, route] of consoleRoutes.entries()) {
    // All that is stored is compared again and again: with a new server now and then it stays little.
    if (index % ROUTES_PER_SERVER === 0) {
      api = await startServer(t)
      await addMember(api, { email: 'keeper@shop.example' })
    }
    const { operationId, method, path } = route
    const rule = rules[operationId] ?? assert.fail(operationId)
    const isAbout = /\{(id|number)\}/.test(path)
    const { name: schema } = route.body ? objectShapeOf(route.body.schema) : { name: undefined }
    if (schema) validateExample({ $ref: `#/components/schemas/${schema}` }, route.body?.example, operationId)
    // Together, so that they share commits.
    const stages = await Promise.all(callers.map(async (caller) => ({ caller, on: await stage(api, caller, rule) })))
    for (const { caller, on } of stages) {
      const where = `${operationId} by ${caller}`
      const body = (await rule.body?.(on)) ?? {}
      const at = {
        method,
        path: addressOf(path, rule.id?.(on)) + (rule.query ?? ''),
      }
      const may = rule.who.includes(caller)
      // Owners of another workspace are let in, and find nothing that is not theirs.
      const refusal = caller === 'nobody' ? 401 : caller === 'stranger' || operationId === 'endMySession' ? 404 : 403
      const expected = may && !(isAbout && caller === 'stranger') ? (rule.status ?? route.status) : refusal
      // Who may not change operators learns that first.
      const isForOperators = rule.isForOperators || operationId === 'changeOperator'
      const wanted = isForOperators && caller !== 'nobody' ? 403 : expected
      await batchesProcessed(api)
      const before = wanted >= 400 ? await everything(api) : ''
      const logged = await newestAudit(api)
      const answer = await call(on.page, at, body)
      assert.equal(answer.status, wanted, `${where}: ${answer.text}`)
      validate(method, path, answer)
      assert.equal(answer.headers.get('cache-control'), 'no-store', where)
      if (wanted >= 400) assert.ok((await everything(api)) === before, where)
      if (answer.status < 300 && method === 'POST' && !isUnaudited(route)) {
        const [entry] = await auditAfter(api, logged)
        assert.deepEqual([entry?.origin, roles.includes(entry?.role as Role)], ['127.0.0.1', true], where)
        if (route.credential.scheme === 'member') assert.equal(entry?.actor, on.email, where)
      }
      if (caller === 'stranger')
        for (const secret of [on.target, 'target', on.invite.id, on.refund, on.key, on.segment, on.importId, on.secret])
          assert.ok(at.path.includes(secret) || !answer.text.includes(secret), where)
    }
  }
  for (const { method, path } of consoleRoutes) assert.ok(exercised.has(`${method} ${path}`), path)
})

test('long bodies are checked for the route that they are sent to', () => {
  const ids = longBodied.map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length, 'another thread knows a route by its operation id')
})

test('sensitive actions ask for the password again after ten minutes', async (t) => {
  const api = await startServer(t)
  for (const { operationId, method, path, status } of consoleRoutes) {
    const { confirms, body, id, status: expected = status } = rules[operationId] ?? assert.fail(operationId)
    if (!confirms) continue
    const on = await stage(api, 'owner', rules[operationId] ?? assert.fail())
    await api.store.write((tx) => tx.run('UPDATE members SET operator = 1 WHERE email = ?', on.email))
    api.clock.advance(10 * 60 * 1000)
    const at = { method, path: addressOf(path, id?.(on)) }
    const sent = (await body?.(on)) ?? {}
    const before = await everything(api)
    const refused = await call(on.page, at, sent)
    assert.deepEqual([refused.status, refused.body.data.reason], [403, 'password_needed'], operationId)
    assert.ok((await everything(api)) === before, operationId)
    if (operationId === 'changeRole') assert.equal((await on.page.post('/confirm', { password: PASSWORD })).status, 200)
    else await api.store.write((tx) => tx.run('UPDATE member_sessions SET confirmed_at = ?', api.clock.now()))
    const done = await call(on.page, at, sent)
    assert.equal(done.status, operationId === 'changeOperator' ? 204 : expected, `${operationId}: ${done.text}`)
  }
})

test('a member of several workspaces has in each the role of that one', async (t) => {
  const api = await startServer(t)
  const { workspaceId: second } = await addWorkspace(api.store, 'second', api.clock)
  const memberId = await addMember(api, { role: 'agent' })
  await api.store.write((tx) =>
    insertMembership(tx, { workspaceId: second, memberId, role: 'owner' }, 9_000_000_000_000),
  )
  const page = await browserOf(api, memberId)
  assert.equal((await page.get('/members')).status, 403)
  const there = await page.post('/session/workspace', { workspaceId: second })
  assert.deepEqual([there.status, there.body.role, there.body.workspace.name], [200, 'owner', 'second'])
  assert.equal((await page.get('/members')).status, 200)
  const other = await browserOf(api, memberId)
  assert.equal((await other.get('/session')).body.role, 'agent')
})

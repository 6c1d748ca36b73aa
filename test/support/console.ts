import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import type { Role } from '../../src/access/actor.ts'
import { createLink } from '../../src/access/member-links.ts'
import { createSession } from '../../src/access/member-sessions.ts'
import { insertMember } from '../../src/access/members.ts'
import { insertMembership } from '../../src/access/memberships.ts'
import type { Answer, Api } from './server.ts'

/** Good enough for every member of a test. */
export const PASSWORD = 'correct horse battery'

/** {@link PASSWORD} as it is stored, at a cost that lets tests sign in many times: a stored password keeps its own. */
export function cheapHash(): string {
  const salt = Buffer.alloc(16, 1)
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$scrypt$ln=4,r=8,p=1$${base64(salt)}$${base64(scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 }))}`
}

type OfServer = Pick<Api, 'baseUrl' | 'store' | 'clock' | 'workspaceId'>

interface NewMember {
  email?: string
  role?: Role
  workspaceId?: string
  isOperator?: boolean
}

/** A member who can sign in with {@link PASSWORD}. @returns their id */
export async function addMember(
  { store, clock, workspaceId: usual }: OfServer,
  { email = 'ada@shop.example', role = 'owner', workspaceId = usual, isOperator = false }: NewMember = {},
): Promise<string> {
  const password = cheapHash()
  return store.write(async (tx) => {
    const { id } = await insertMember(tx, { name: email.split('@')[0] ?? '', email, password, isOperator }, clock.now())
    await insertMembership(tx, { workspaceId, memberId: id, role }, clock.now())
    return id
  })
}

/** A one-time link to the console. @returns what follows its # */
export async function linkFor(
  { store, clock, workspaceId }: OfServer,
  kind: 'invite' | 'reset',
  subject: { email?: string; memberId?: string },
): Promise<string> {
  const link = { kind, workspaceId, role: 'agent', createdBy: 'test', ...subject } as const
  return (await store.write((tx) => createLink(tx, link, clock.now()))).fragment
}

/** A browser at the console; it keeps its cookie. */
export interface Browser {
  cookie: string | undefined
  get(path: string): Promise<Answer>
  post(path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export function browser({ baseUrl }: Pick<Api, 'baseUrl'>, cookie?: string): Browser {
  const base = baseUrl.replace('/api/v1', '/console/api')
  const made: Browser = {
    cookie,
    get: (path) => send('GET', path, {}),
    post: (path, json = {}, headers = {}) =>
      send('POST', path, {
        body: JSON.stringify(json),
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      }),
  }
  async function send(method: string, path: string, { headers, ...init }: { headers?: object; body?: string }) {
    const response = await fetch(base + path, {
      method,
      ...init,
      headers: { ...headers, ...(made.cookie === undefined ? {} : { cookie: made.cookie }) },
    })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) made.cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0]
    // A stream does not end by itself.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { status: response.status, headers: response.headers, text: '', body: undefined }
    }
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined,
    }
  }
  return made
}

/** A browser in which a new member is signed in, without the work of hashing. */
export async function signedIn(api: OfServer, member: NewMember = {}): Promise<Browser & { memberId: string }> {
  const memberId = await addMember(api, member)
  return Object.assign(await browserOf(api, memberId), { memberId })
}

/** One more browser in which a member is signed in. */
export async function browserOf(api: OfServer, memberId: string): Promise<Browser> {
  const visitor = { address: '127.0.0.1', browser: 'test' }
  const { token } = await api.store.write((tx) => createSession(tx, { memberId, visitor }, api.clock.now()))
  return browser(api, `storewire=${token}`)
}

/** Asserts that a server has the page of its console, every file that the page loads, the loader of the chat window, and the plugin. */
export async function assertPagesLoad({ baseUrl }: Pick<Api, 'baseUrl'>): Promise<void> {
  const address = baseUrl.replace('/api/v1', '/console/')
  const shell = await (await fetch(address)).text()
  const names = [...shell.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, name = '']) => name)
  assert.ok(names.filter((name) => /\.(js|css)$/.test(name)).length >= 3, shell)
  for (const name of names) assert.equal((await fetch(new URL(name, address))).status, 200, name)
  for (const name of ['../widget.js', '../widget.mjs', '../connect/storewire-woocommerce.zip'])
    assert.equal((await fetch(new URL(name, address))).status, 200)
}

/** Asserts what an error says, and why. */
export function assertError(answer: Answer, status: number, reason: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.data.reason, reason)
}

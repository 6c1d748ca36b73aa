import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import { listObjects } from './find/read.ts'
import { orders } from './types/order.ts'
import { products } from './types/product.ts'

/** Where this server has the pictures that it draws itself, for the sample shop. */
export const PICTURES_PATH = '/sample-shop/pictures/'

/** Most hosts of a workspace: all are in a header of each page. */
export const MOST_PICTURE_HOSTS = 20

/** The hosts that pages may load pictures of products from, sorted. Without any, pages show tiles. */
export async function listPictureHosts(reader: Reader, workspaceId: string): Promise<string[]> {
  const rows = await reader.all<{ host: string }>(
    'SELECT host FROM picture_hosts WHERE workspace_id = ? ORDER BY host',
    workspaceId,
  )
  return rows.map(({ host }) => host)
}

interface HostChange {
  workspaceId: string
  /** A host name, or an `https` address without a path. */
  host: string
}

/** Lets pages load pictures from a host. @throws DomainError FORBIDDEN, BAD_REQUEST; CONFLICT with {@link MOST_PICTURE_HOSTS} hosts */
export async function addPictureHost(
  tx: Tx,
  actor: Actor,
  { workspaceId, host }: HostChange,
  now: number,
): Promise<string[]> {
  requireManager(actor)
  const named = hostNamed(host)
  const before = await listPictureHosts(tx, workspaceId)
  if (before.includes(named)) return before
  if (before.length >= MOST_PICTURE_HOSTS)
    throw new DomainError(
      'CONFLICT',
      'too_many_picture_hosts',
      `The workspace already lists ${MOST_PICTURE_HOSTS} hosts of pictures. Remove one first.`,
    )
  await tx.run('INSERT INTO picture_hosts (workspace_id, host) VALUES (?, ?)', workspaceId, named)
  await audit(tx, { workspaceId, actor, action: 'picture_host.added', target: named, at: now })
  return listPictureHosts(tx, workspaceId)
}

/** Removes a host: pages that are opened from now on load nothing from it. @throws DomainError FORBIDDEN, BAD_REQUEST, NOT_FOUND */
export async function removePictureHost(
  tx: Tx,
  actor: Actor,
  { workspaceId, host }: HostChange,
  now: number,
): Promise<string[]> {
  requireManager(actor)
  const named = hostNamed(host)
  const { changes } = await tx.run('DELETE FROM picture_hosts WHERE workspace_id = ? AND host = ?', workspaceId, named)
  if (changes === 0)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_picture_host',
      `The workspace does not list the host ${named}. Check the spelling.`,
    )
  await audit(tx, { workspaceId, actor, action: 'picture_host.removed', target: named, at: now })
  return listPictureHosts(tx, workspaceId)
}

/** A host name of the public DNS: parts of letters, digits and hyphens, the last one not a number. So an IP address is not one. */
const HOST = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/

/**
 * The host in the form that goes into a policy: lower case, without scheme and port. Nothing else of what was typed gets there.
 *
 * @throws DomainError BAD_REQUEST
 */
function hostNamed(typed: string): string {
  const isPlain = /^(?:https:\/\/)?[^\s/\\?#@:;,*'"%]+\/?$/i.test(typed)
  const url = isPlain ? URL.parse(/^https:/i.test(typed) ? typed : `https://${typed}`) : null
  if (url === null || !HOST.test(url.hostname))
    throw new DomainError(
      'BAD_REQUEST',
      'not_a_picture_host',
      `${typed} is not a host of pictures. Use a host name alone, without port and path, such as cdn.shop.example.`,
    )
  return url.hostname
}

/**
 * Where a page may load a picture from.
 *
 * @param url as it was pushed
 * @param hosts the listed ones: {@link listPictureHosts}
 * @returns an `https` address at a listed host; a path of this server, such as `/sample-shop/pictures/…`; or null: then a tile is shown
 */
export function pictureAddress(url: unknown, hosts: readonly string[]): string | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (parsed === null) return null
  const drawn = parsed.pathname.indexOf(PICTURES_PATH)
  // Whatever address this server had when the shop was loaded: a picture of this name is its own.
  if (drawn >= 0 && /^[\w.-]+$/.test(parsed.pathname.slice(drawn + PICTURES_PATH.length)))
    return parsed.pathname.slice(drawn)
  const { protocol, port, username, password, hostname } = parsed
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && hosts.includes(hostname) ? parsed.href : null
}

/** The sources of `img-src` in a page's content security policy, beside the page's own. */
export function pictureSources(hosts: readonly string[]): string {
  return hosts.map((host) => ` https://${host}`).join('')
}

/** A host that pushed pictures are at, which the workspace does not list yet. */
export interface SuggestedHost {
  host: string
  /** How many of the pictures looked through are at it. */
  pictures: number
  /** One of them. */
  example: string
}

/** Objects of each type that are looked through: those that changed last. */
const LOOKED_THROUGH = 100
const MOST_SUGGESTED = 10

/** Hosts of the pictures that the shop pushed last with products and orders, the most frequent first. */
export async function suggestPictureHosts(reader: Reader, workspaceId: string): Promise<SuggestedHost[]> {
  const listed = new Set(await listPictureHosts(reader, workspaceId))
  const found = new Map<string, SuggestedHost>()
  for (const resource of [products, orders]) {
    const { data } = await listObjects(reader, resource, workspaceId, { limit: LOOKED_THROUGH })
    for (const { imageUrl, variants, items } of data)
      for (const url of [imageUrl, ...urlsOf(variants), ...urlsOf(items)]) {
        const host = typeof url === 'string' ? hostOfPicture(url) : undefined
        if (host === undefined || listed.has(host)) continue
        const known = found.get(host) ?? { host, pictures: 0, example: String(url) }
        found.set(host, { ...known, pictures: known.pictures + 1 })
      }
  }
  return [...found.values()].toSorted((one, other) => other.pictures - one.pictures).slice(0, MOST_SUGGESTED)
}

function urlsOf(entries: unknown): unknown[] {
  return Array.isArray(entries) ? entries.map(({ imageUrl }) => imageUrl) : []
}

/** The host of a picture that could be loaded if the host were listed. */
function hostOfPicture(url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  return HOST.test(host) && pictureAddress(url, [host]) === url ? host : undefined
}

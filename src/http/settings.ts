import type { ConfiguredSize } from './body/receive.ts'
import { type ConnectionLimits, defaultConnectionLimits } from './connection/connection-limits.ts'

/** The settings of the operator. */
export interface Settings {
  /** The number of trusted proxies (X-Forwarded-For). */
  trustProxy: number
  /** Maximum bytes of a body after decompression, for ordinary calls, large calls (tickets, bulk), and calls of the chat widget. */
  maxBody: Record<ConfiguredSize, number>
  /** The title and the base address in the API reference; null: the address of the request for the reference. */
  title: string
  publicUrl: string | null
  /** Whether the request log stores bodies, which contain customers' data. */
  captureBodies: boolean
  connectionLimits: ConnectionLimits
  /** Days after the last message until a guest's chat is deleted. */
  keepGuestChats: number
  /** The name of the console's cookie. Cookies ignore ports: a developer's server must not sign out another server's members. */
  consoleCookie: string
  /** Whether this is `storewire dev`: its console has a page for developers, and their scripts and styles are served. */
  isDev: boolean
}

/** The version is part of every address (API reference, Versioning). */
export const BASE_PATH = '/api/v1'

/** Where `storewire doctor` asks how its requests arrive, outside of the base address. */
export const ARRIVAL_PATH = '/arrival'

export const KIB = 1024
export const MIB = 1024 * KIB

export const defaultSettings: Settings = {
  trustProxy: 0,
  maxBody: { small: 4 * MIB, large: 32 * MIB, widget: 64 * KIB },
  title: 'storewire',
  publicUrl: null,
  captureBodies: false,
  connectionLimits: defaultConnectionLimits,
  keepGuestChats: 30,
  consoleCookie: 'storewire',
  isDev: false,
}

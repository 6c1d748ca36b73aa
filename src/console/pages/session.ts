import { computed, signal } from '@preact/signals'
import { api, read } from './api.ts'
import type { Session } from './api-types.ts'
import { at } from './base.ts'
import { leaveOldPolicy } from './pictures.ts'
import { setClock } from './server-clock.ts'

/** Who is signed in; null: nobody. Undefined until that is known. */
export const session = signal<Session | null | undefined>(undefined)

/** Whether the person may change settings and keys. The server decides: this only hides what it would refuse. */
export const isManager = computed(() => session.value?.role === 'owner' || session.value?.role === 'admin')
export const isOwner = computed(() => session.value?.role === 'owner')

/** Reads who is signed in, without asking anybody to sign in. */
export async function loadSession(): Promise<void> {
  const response = await fetch(new URL('api/session', document.baseURI))
  setClock(response)
  session.value = response.ok ? ((await response.json()) as Session) : null
}

export async function signOut(): Promise<void> {
  await api.POST('/sign-out', { body: {} })
  session.value = null
}

/** @returns whether the page stays, and has to lead to the first one itself */
export async function chooseWorkspace(workspaceId: string): Promise<boolean> {
  const chosen = await read(api.POST('/session/workspace', { body: { workspaceId } }))
  if (leaveOldPolicy(chosen, at('/'))) return false
  session.value = chosen
  return true
}

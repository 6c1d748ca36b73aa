import { send } from '../api.ts'
import { base } from '../base.ts'

/** The address of `/dev` of the server. */
export const devUrl = `${location.origin}${base.replace(/\/console$/, '')}/dev`

/** Calls an address under `/dev`. @throws ApiError */
export async function callDev<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const response = await send(devUrl + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

/** The command that does the same. */
export function devCommand(path: string, body?: object): string {
  return `curl ${devUrl}${path}${body ? ` -d '${JSON.stringify(body)}'` : ''}`
}

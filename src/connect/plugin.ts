import { isCheckout, readAsset } from '../lib/assets.ts'
import type { KindName } from './kinds.ts'

/** In a variable, since the packer, which only checkouts have, must not become a part of what is installed. */
const PACKER = './pack-plugin.ts'

/** The plugin of a shop system, as a zip. A checkout packs it at the first request of the process; what is installed has it ready. */
export async function readPlugin(kind: KindName): Promise<Buffer> {
  if (!isCheckout) return readAsset(`storewire-${kind}.zip`)
  const { packPlugin } = (await import(PACKER)) as typeof import('./pack-plugin.ts')
  return packPlugin(kind)
}

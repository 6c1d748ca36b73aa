import { isSea } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { type Asset, assetUrl, readAsset } from './assets.ts'

/** Starts a thread. In the executable its code is handed over as text: it needs no file, so it also starts where nothing can be written. */
export function startThread(code: Asset, options: WorkerOptions): Worker {
  if (isSea()) return new Worker(readAsset(code).toString('utf8'), { ...options, eval: true })
  return new Worker(assetUrl(code), options)
}

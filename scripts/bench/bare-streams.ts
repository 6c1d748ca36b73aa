// The lowest cost of open streams: node:http, the same headers, and a comment every 15 seconds on each, from one timer.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const HEARTBEAT_MS = 15_000
const streams = new Set<ServerResponse>()

const server = createServer((req, res) => {
  if (!req.url?.endsWith('/events')) {
    res.end()
    return
  }
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  res.write('retry: 2000\n\n')
  streams.add(res)
  res.once('close', () => streams.delete(res))
})
setInterval(() => {
  for (const res of streams) res.write(': still here\n\n')
}, HEARTBEAT_MS).unref()
server.listen(0, '127.0.0.1', 4_096, () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('SIGTERM', () => process.exit(0))

import type { Server } from 'node:http'
import net, { createServer, isIPv4, type ListenOptions, type Server as TcpServer } from 'node:net'
import { platform } from 'node:process'
import { DomainError } from '../lib/errors.ts'

/**
 * The number of sockets that listen on the port. Node.js accepts one connection of a socket in each turn of the event loop. With
 * one socket, a stranger who opens connections faster than that would delay everybody's new connections by the whole queue.
 */
const SOCKETS = platform === 'linux' ? 64 : 1
/**
 * Connections that wait to be accepted, in all. The kernel drops further ones, and their clients try again after 1, 3 and 7 seconds.
 * More would make everybody wait longer behind a flood, and behind its dead connections after it.
 */
const MOST_UNACCEPTED = 4_096

/**
 * Listens on a host and port; port 0 picks a free one. The connections are created paused.
 *
 * @returns all listening servers
 * @throws DomainError if listening fails
 */
export async function listenOn(server: Server, host: string, port: number): Promise<[Server, ...TcpServer[]]> {
  // Node's HTTP server does not pass this option of `net.createServer` on.
  Object.assign(server, { pauseOnConnect: true })
  const options = { host, backlog: MOST_UNACCEPTED / SOCKETS }
  if (SOCKETS > 1 && port !== 0) await refuseTaken({ host, port })
  await listening(server, { ...options, port, reusePort: SOCKETS > 1 })
  const { port: bound } = server.address() as { port: number }
  const others = await Promise.all(
    Array.from({ length: SOCKETS - 1 }, async () => {
      // The options of Node's HTTP server.
      const asServer = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true }
      const other = createServer(asServer, (socket) => server.emit('connection', socket))
      await listening(other, { ...options, port: bound, reusePort: true })
      return other
    }),
  )
  return [server, ...others]
}

/** A port that several sockets share could be shared with another server, too. */
async function refuseTaken(address: { host: string; port: number }): Promise<void> {
  const trial = createServer((socket) => socket.destroy())
  await listening(trial, address)
  await new Promise((resolve) => trial.close(resolve))
}

type Address = Pick<ListenOptions, 'host' | 'port' | 'backlog' | 'reusePort'>

function listening(server: TcpServer, address: Address): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if (canBind(address)) server.listen(new net.BoundSocket(address), address.backlog, resolve)
    else server.listen(address, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(`cannot listen on ${address.host}:${address.port}`, error)
  })
}

/**
 * Whether a socket can be bound without looking up its host: for all sockets together that takes 14 ms of a start instead of 42. Otherwise
 * Node.js compares each address with a long pattern for IPv6. Node.js 22 has no sockets of this kind.
 */
function canBind({ host = '' }: Address): boolean {
  return isIPv4(host) && 'BoundSocket' in net
}

function listenError(attempt: string, error: NodeJS.ErrnoException): DomainError {
  const { code, message } = error
  const failed = (reason: string, problem: string) =>
    new DomainError('SERVICE_UNAVAILABLE', reason, `${attempt}: ${problem}`, {}, error)
  if (code === 'EADDRINUSE') return failed('port_taken', 'another program uses the port')
  if (code === 'EACCES') return failed('port_denied', 'ports below 1024 need privileges')
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return failed('no_such_host', 'this machine has no such address')
  return failed('cannot_listen', message)
}

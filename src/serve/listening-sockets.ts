import type { Server } from 'node:http'
import { createServer, type ListenOptions, type Server as TcpServer } from 'node:net'
import { platform } from 'node:process'
import { DomainError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'

/**
 * The number of sockets that listen on the port. Node.js accepts one connection of a socket in each turn of the event loop. With
 * one socket, a stranger who opens connections faster than that would delay everybody's new connections by the whole queue.
 */
const SOCKETS = platform === 'linux' ? 64 : 1
/**
 * The number of sockets once strangers have opened many connections at a time. The system spreads connections by chance: if as many come
 * in a turn as sockets listen, those of some sockets wait for several turns. Not from the start, which it would delay by 30 ms.
 */
const MOST_SOCKETS = platform === 'linux' ? 256 : 1
/** Sockets that one turn adds: about 2 ms of work. */
const ADDED_IN_A_TURN = 8
/**
 * Connections that wait to be accepted, by the sockets of the start in all. The kernel drops further ones, and their clients try again
 * after 1, 3 and 7 seconds. More would make everybody wait longer behind a flood, and behind its dead connections after it.
 */
const MOST_UNACCEPTED = 4_096

/**
 * Listens on a host and port; port 0 picks a free one. The connections are created paused.
 *
 * @returns all listening servers; more are added while connections come quickly
 * @throws DomainError if listening fails
 */
export async function listenOn(server: Server, host: string, port: number, log: Log): Promise<readonly TcpServer[]> {
  // Node's HTTP server does not pass this option of `net.createServer` on.
  Object.assign(server, { pauseOnConnect: true })
  const options = { host, backlog: MOST_UNACCEPTED / SOCKETS }
  if (SOCKETS > 1 && port !== 0) await refuseTaken({ host, port })
  await listening(server, { ...options, port, reusePort: SOCKETS > 1 })
  const { port: bound } = server.address() as { port: number }
  const listeners: TcpServer[] = [server]
  let most = MOST_SOCKETS
  const addOne = async () => {
    // The options of Node's HTTP server.
    const asServer = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true }
    const other = createServer(asServer, (socket) => {
      noteAccepted()
      server.emit('connection', socket)
    })
    await listening(other, { ...options, port: bound, reusePort: true })
    if (server.listening) listeners.push(other)
    else other.close()
  }
  const add = (count: number) => Promise.all(Array.from({ length: count }, addOne))
  const noteAccepted = countTurns(async (accepted) => {
    const missing = most - listeners.length
    if (accepted <= listeners.length / 2 || missing <= 0 || !server.listening) return
    await add(Math.min(missing, ADDED_IN_A_TURN)).catch(({ message }: Error) => {
      most = listeners.length
      log.error('No further listening socket could be added', { error: message })
    })
  })
  await add(SOCKETS - 1)
  return listeners
}

/** Returns a function to call for each event. `look` gets the number of events in a turn of the event loop. Those during a look do not count. */
function countTurns(look: (events: number) => Promise<void>): () => void {
  let events = 0
  let isLooking = false
  return () => {
    events++
    if (isLooking) return
    isLooking = true
    setImmediate(async () => {
      await look(events)
      events = 0
      isLooking = false
    })
  }
}

/** A port that several sockets share could be shared with another server, too. */
async function refuseTaken(address: { host: string; port: number }): Promise<void> {
  const trial = createServer((socket) => socket.destroy())
  await listening(trial, address)
  await new Promise((resolve) => trial.close(resolve))
}

function listening(server: TcpServer, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenError(`cannot listen on ${options.host}:${options.port}`, error)),
    )
    server.listen(options, resolve)
  })
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

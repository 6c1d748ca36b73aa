import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'

/**
 * Listening sockets on one port. Node.js accepts one connection at each of them in a turn of the event loop, so with a single one a few
 * hundred new connections a second fill the queue of the system while there is other work: everyone else's then wait for seconds.
 */
const DOORS = 8

/**
 * Lets servers that are all alike share a port, where the system can divide its new connections among them; elsewhere there is one server.
 *
 * @param create a server that does not listen yet
 * @param port 0 picks a free one
 * @returns the servers, listening, and their address
 * @throws Error in words for the operator when they can't listen there
 */
export async function openDoors<S extends Server>(
  create: () => S,
  host: string,
  port: number,
): Promise<{ servers: S[]; address: AddressInfo }> {
  if (process.platform !== 'linux') {
    const server = create()
    return { servers: [server], address: await listening(server, { host, port }) }
  }
  // Sockets that share a port would share it with those of another process of the same user, too: it must be free.
  const probe = createServer()
  const address = await listening(probe, { host, port })
  await new Promise((resolve) => probe.close(resolve))
  const servers = Array.from({ length: DOORS }, create)
  const options = { host: address.address, port: address.port, reusePort: true }
  await Promise.all(servers.map((server) => listening(server, options)))
  return { servers, address }
}

function listening(server: Server, options: ListenOptions & { host: string; port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`cannot listen on ${options.host}:${options.port}: ${listenProblem(error)}`)),
    )
    server.listen(options, () => resolve(server.address() as AddressInfo))
  })
}

function listenProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program has the port; choose another with --port'
  if (code === 'EACCES') return 'ports below 1024 need privileges; choose another with --port'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'this machine has no such address; choose another with --host'
  return message
}

// Receives the attackers' calls instead of storewire, to measure the effect of their load alone. It returns the same response to every call.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = JSON.stringify({ token: 'st_dummy', data: [], results: [], messages: [] })

const server = createServer((request, response) => {
  // A stream stays open, so that it is not opened again and again.
  if (request.url?.endsWith('/events')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
    return
  }
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())

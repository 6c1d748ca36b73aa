// npm run bench:shop-files [lines]: imports Shopify's orders export with the command, beside an import of the same objects as NDJSON, each
// into servers of its own, in turn. Prints rows/s of both, their ratio, and the peak memory of the command. One in a hundred orders has
// rows that are apart, so that these wait in the temporary file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { median } from './load.ts'
import { CHECKOUT, startStorewire } from './servers.ts'

const LINES = Number(process.argv[2] ?? 100_000)
const ROUNDS = 3
const HEADING =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount'.split(
    ',',
  )
const row = (cells: Record<string, string>) => HEADING.map((name) => cells[name] ?? '').join(',')

function firstRow(number: number): Record<string, string> {
  const name = `Customer ${number}`
  const place = {
    Name: name,
    Address1: `"Long Street ${number}, 2nd floor"`,
    City: 'Berlin',
    Zip: "'01234",
    Country: 'DE',
  }
  const addresses = ['Billing', 'Shipping'].flatMap((kind) =>
    Object.entries(place).map(([part, cell]) => [`${kind} ${part}`, cell]),
  )
  return {
    ...{ Name: `#${number}`, Email: `c${number}@shop.example`, 'Financial Status': 'paid', Currency: 'EUR' },
    ...{ 'Paid at': '2026-05-01 10:00:00 +0200', 'Created at': '2026-05-01 09:58:12 +0200', Id: `56041${number}` },
    ...{ 'Fulfillment Status': 'fulfilled', 'Fulfilled at': '2026-05-03 12:00:00 +0200', Total: '123.40' },
    ...{ Subtotal: '119.90', Shipping: '3.50', Taxes: '19.70', 'Shipping Method': '"Standard, insured"' },
    ...Object.fromEntries(addresses),
  }
}

const item = (number: number, place: number) => ({
  ...{ Name: `#${number}`, 'Lineitem quantity': '1', 'Lineitem name': `Scarf ${place}`, 'Lineitem price': '44.95' },
  ...{ 'Lineitem sku': `SC-${place}`, 'Lineitem fulfillment status': 'fulfilled', 'Lineitem discount': '0.00' },
})

/** Two rows an order; the second one of every hundredth order is at the end. */
function* lines(): Generator<string> {
  const apart: number[] = []
  for (let number = 1; number <= LINES / 2; number++) {
    yield row({ ...firstRow(number), ...item(number, 1) })
    if (number % 100 === 0) apart.push(number)
    else yield row(item(number, 2))
  }
  for (const number of apart) yield row(item(number, 2))
}

async function write(path: string, texts: Iterable<string>): Promise<string> {
  const stream = createWriteStream(path)
  for (const text of texts) if (!stream.write(`${text}\n`)) await once(stream, 'drain')
  stream.end()
  await finished(stream)
  return path
}

/** The objects of the Shopify file as the server has stored them. */
function* asObjects(): Generator<string> {
  const address = (number: number) => ({
    ...{ name: `Customer ${number}`, line1: `Long Street ${number}, 2nd floor`, city: 'Berlin' },
    ...{ postalCode: '01234', country: 'DE' },
  })
  const items = (number: number) =>
    [1, 2].map((place) => ({
      ...{ id: `56041${number}-${place}`, title: `Scarf ${place}`, quantity: 1, unitPrice: 4_495, sku: `SC-${place}` },
      ...{ discount: 0, fulfilledQuantity: 1 },
    }))
  for (let number = 1; number <= LINES / 2; number++)
    yield JSON.stringify({
      ...{ id: `56041${number}`, updatedAt: 1_777_802_400_000, number: `#${number}`, email: `c${number}@shop.example` },
      ...{ total: 12_340, subtotal: 11_990, shippingTotal: 350, taxTotal: 1_970, placedAt: 1_777_622_292_000 },
      ...{ shippingMethod: 'Standard, insured', shippingAddress: address(number), billingAddress: address(number) },
      ...{ currency: 'EUR', paymentStatus: 'paid', status: 'shipped', items: items(number) },
    })
}

/** Imports a file into a server of its own. @returns seconds, and the peak memory of the command in MiB */
async function importOnce(args: string[]): Promise<{ seconds: number; peak: number }> {
  const server = await startStorewire()
  try {
    const [node = '', ...program] = CHECKOUT
    const started = performance.now()
    const child = spawn(node, [...program, 'import', ...args, '--url', server.url, '--json'], {
      env: { ...process.env, STOREWIRE_SECRET_KEY: server.headers.authorization?.split(' ')[1] },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let peak = 0
    const timer = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid ?? 0))
    }, 50)
    const out = (child.stdout as Readable).toArray()
    const [code] = await once(child, 'close')
    clearInterval(timer)
    const { rows, results, rejected } = JSON.parse((await out).join(''))
    if (code !== 0 || rows !== LINES / 2 || results.created !== rows || rejected > 0) throw new Error(`${rows} rows`)
    return { seconds: (performance.now() - started) / 1_000, peak }
  } finally {
    await server.stop()
  }
}

/** The highest memory of a process so far, in MiB (Linux only); 0 if it has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const folder = mkdtempSync(join(tmpdir(), 'storewire-bench-'))
try {
  const shop = await write(join(folder, 'orders_export.csv'), [HEADING.join(','), ...lines()])
  const plain = await write(join(folder, 'orders.ndjson'), asObjects())
  const rounds = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ plain: await importOnce(['orders', plain]), shop: await importOnce([shop]) })
  const ratio = median(rounds.map((round) => round.plain.seconds / round.shop.seconds))
  const peak = Math.max(...rounds.map((round) => round.shop.peak))
  for (const round of rounds)
    console.log(
      `Shopify ${(LINES / 2 / round.shop.seconds).toFixed(0)} orders/s, ${round.shop.peak.toFixed(0)} MiB; NDJSON ${(LINES / 2 / round.plain.seconds).toFixed(0)} orders/s, ${round.plain.peak.toFixed(0)} MiB`,
    )
  console.log(`rate to NDJSON ${ratio.toFixed(2)}, peak memory of the command ${peak.toFixed(0)} MiB`)
} finally {
  rmSync(folder, { recursive: true })
}

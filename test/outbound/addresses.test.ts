import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageOf } from '../../src/cli/kit/report-error.ts'
import type { DomainError } from '../../src/lib/errors.ts'
import { checkEndpointUrl, type EndpointPolicy, refusalOf } from '../../src/outbound/addresses.ts'
import { fc } from '../support/properties.ts'

const strict: EndpointPolicy = {
  ...{ allowPrivate: false, allowEndpoints: [], allowLoopbackHttp: false },
  ...{ what: 'refund endpoint', example: 'https://shop.example/refunds' },
}
const lan: EndpointPolicy = { ...strict, allowPrivate: true }
const testing: EndpointPolicy = { ...strict, allowLoopbackHttp: true }
const shop = new URL('https://shop.example/refunds')

const shown = (error: DomainError | null) => error && messageOf(error)
const check = (url: string, policy = strict) => shown(checkEndpointUrl(url, policy))
const refusal = (address: string, policy = strict, url = shop) => shown(refusalOf(address, url, policy))

test('an endpoint is a full https URL, with path, query and port as the shop likes', () => {
  for (const url of [
    'https://shop.example',
    'https://shop.example:8443/a/b?token=1',
    'HTTPS://SHOP.EXAMPLE/',
    'https://shop.example./',
    'https://größe.example/',
    'https://8.8.8.8/refunds',
    'https://[2606:4700::1111]/refunds',
  ])
    assert.equal(check(url), null, url)
})

const malformed: [url: string, problem: RegExp][] = [
  ['', /full URL/],
  ['shop.example/refunds', /full URL/],
  ['https://', /full URL/],
  ['https://shop.example:99999', /full URL/],
  ['https://1.2.3.4.5/', /full URL/],
  ['http://shop.example/refunds', /https/],
  ['ftp://shop.example/', /https/],
  ['file:///etc/passwd', /https/],
  ['javascript:alert(1)', /https/],
  ['https://user@shop.example/', /user name/],
  ['https://:pw@shop.example/', /user name/],
  ['https://shop.example/#here', /fragment/],
]
for (const [url, problem] of malformed) {
  test(`${url || 'an empty text'} is no endpoint`, () => assert.match(check(url) ?? '', problem))
}

const loopback = [
  'https://127.0.0.1/',
  'https://127.9.9.9/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://2130706433/',
  'https://0X7F000001/',
  'https://①②⑦.0.0.1/',
  'https://%31%32%37.0.0.1/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://shop.localhost/',
]
for (const url of loopback) {
  test(`${url} is loopback`, () => {
    assert.match(check(url) ?? '', /loopback address: .* --allow-endpoint /)
    assert.match(check(url, lan) ?? '', /loopback/)
    assert.equal(check(url, testing), null)
    assert.equal(check(url.replace('https', 'http'), testing), null)
    assert.match(check(url.replace('https', 'http')) ?? '', /https/)
  })
}

test('names that only resemble localhost are checked when they are resolved', () => {
  for (const url of ['https://localhost.example/', 'https://notlocalhost/']) assert.equal(check(url), null)
})

test('plain http is allowed for loopback only', () => {
  for (const url of ['http://shop.example/', 'http://10.0.0.1/', 'http://8.8.8.8/', 'http://0.0.0.0/', 'http://[::]/'])
    assert.match(check(url, { ...testing, allowPrivate: true }) ?? '', /Plain http/, url)
  const url = new URL('http://shop.test:4000/')
  assert.equal(refusal('127.0.0.1', testing, url), null)
  assert.equal(refusal('::1', testing, url), null)
  for (const address of ['8.8.8.8', '10.0.0.1', '2606:4700::1111', '0.0.0.0'])
    assert.match(refusal(address, { ...testing, allowEndpoints: ['shop.test:4000'] }, url) ?? '', /Plain http/)
})

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10']
const specialRanges = [
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24'],
  ...['192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
]

/** Any address of an IPv4 range, as a number. The first and last ones come up often. */
function within(range: string): fc.Arbitrary<number> {
  const [start = '', bits] = range.split('/')
  const first = start.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
  const size = 2 ** (32 - Number(bits))
  const last = first + size - 1
  return fc.oneof(
    fc.constantFrom(first, last),
    fc.integer({ min: 0, max: size - 1 }).map((offset) => first + offset),
  )
}

const octets = (ip: number) => [24, 16, 8, 0].map((shift) => Math.floor(ip / 2 ** shift) % 256)
const dotted = (ip: number) => octets(ip).join('.')
const hexPair = (ip: number) => `${Math.floor(ip / 65_536).toString(16)}:${(ip % 65_536).toString(16)}`

/** The hosts by which a URL can lead to an IPv4 address. */
const spellings = (ip: number): string[] => [
  dotted(ip),
  `${dotted(ip)}.`,
  String(ip),
  `0x${ip.toString(16)}`,
  `0${ip.toString(8)}`,
  octets(ip)
    .map((octet) => `0x${octet.toString(16)}`)
    .join('.'),
  octets(ip)
    .map((octet) => `0${octet.toString(8)}`)
    .join('.'),
  `${octets(ip)[0]}.${ip % 2 ** 24}`,
  ...ipv6Forms(ip).map((address) => `[${address}]`),
]

/** The IPv6 addresses that lead to an IPv4 address: mapped, NAT64 and 6to4. */
const ipv6Forms = (ip: number): string[] => [
  `::ffff:${dotted(ip)}`,
  `::ffff:${hexPair(ip)}`,
  `0:0:0:0:0:FFFF:${hexPair(ip)}`,
  `64:ff9b::${dotted(ip)}`,
  `64:ff9b::${hexPair(ip)}`,
  `2002:${hexPair(ip)}::`,
  `2002:${hexPair(ip)}:1:2:3:4:5`,
]

for (const range of privateRanges) {
  test(`${range} is refused in every spelling, and allowed as a private network only`, () => {
    fc.assert(
      fc.property(
        within(range).filter((ip) => dotted(ip) !== '100.100.100.200'),
        (ip) => {
          for (const host of spellings(ip)) {
            assert.match(check(`https://${host}/`) ?? '', /private network: .* --allow-private-endpoints/, host)
            assert.equal(check(`https://${host}/`, lan), null, host)
          }
          for (const address of [dotted(ip), ...ipv6Forms(ip)]) {
            assert.match(refusal(address) ?? '', /private network/, address)
            assert.equal(refusal(address, lan), null, address)
          }
        },
      ),
    )
  })
}

for (const range of specialRanges) {
  test(`${range} is refused in every spelling, and allowed for the exact endpoint only`, () => {
    fc.assert(
      fc.property(within(range), (ip) => {
        for (const host of spellings(ip)) {
          const url = `https://${host}/`
          assert.ok(check(url, lan), host)
          assert.equal(check(url, { ...strict, allowEndpoints: [`${new URL(url).hostname}:443`] }), null, host)
        }
        for (const address of [dotted(ip), ...ipv6Forms(ip)]) assert.ok(refusal(address, lan), address)
      }),
    )
  })
}

test('every other IPv4 address is public, also through NAT64 and 6to4', () => {
  const inRange = (ip: number) =>
    [...privateRanges, ...specialRanges, '168.63.129.16/32'].some((range) => {
      const [start = '', bits] = range.split('/')
      const first = start.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
      return ip >= first && ip < first + 2 ** (32 - Number(bits))
    })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (ip) => {
      for (const address of [dotted(ip), ...ipv6Forms(ip)])
        assert.equal(refusal(address, lan) === null && refusal(address) === null, !inRange(ip), address)
    }),
  )
})

const specialIpv6 = [
  ...['::', '::2', '::7f00:1', '::ffff:0:127.0.0.1', '64:ff9b:1::1', '100::1', '100:0:0:1::1'],
  ...['2001::1', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff::1'],
  ...['2001:db8::1', '2620:4f:8000::1', '3fff::1', '4000::1', '5f00::1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  ...['fec0::1', 'ff02::1', '2002:7f00:1::', '64:ff9b::7f00:1'],
]
for (const address of specialIpv6) {
  test(`${address} is in a special range, also in a test workspace`, () => {
    assert.match(refusal(address, { ...lan, allowLoopbackHttp: true }) ?? '', /special range/)
    assert.equal(refusal(address, { ...strict, allowEndpoints: ['shop.example:443'] }), null)
  })
}

test('the old IPv4-compatible form leads no further than the IPv4 address', () => {
  for (const ip of ['127.0.0.1', '169.254.169.254', '10.0.0.1']) assert.ok(refusal(`::${ip}`), ip)
})

test('unique local addresses are private', () => {
  for (const address of ['fc00::1', 'fd12:3456::1', 'fdff:ffff::1']) {
    assert.match(refusal(address) ?? '', /private network/)
    assert.equal(refusal(address, lan), null)
  }
})

test('the addresses of cloud metadata are special, even in allowed ranges', () => {
  for (const address of ['169.254.169.254', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'])
    assert.match(refusal(address, lan) ?? '', /special range/, address)
})

test('public IPv6 addresses are allowed', () => {
  for (const address of ['2606:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001::200e'])
    assert.equal(refusal(address), null)
})

test('an invalid address is rejected', () => {
  for (const address of ['', 'shop.example', '127.1', '0x7f.0.0.1', '1.2.3', '::g'])
    assert.ok(refusal(address), address)
})

test('an allowed endpoint is one host and one port, exactly', () => {
  const policy = { ...strict, allowEndpoints: ['localhost:4000', '127.0.0.1:443', '[::1]:8443'] }
  for (const url of ['https://localhost:4000/a', 'https://LOCALHOST:4000', 'https://127.1/', 'https://[::1]:8443/'])
    assert.equal(check(url, policy), null, url)
  for (const url of [
    'https://localhost:4001/',
    'https://localhost/',
    'https://127.0.0.1:4000/',
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://a.localhost:4000/',
  ])
    assert.match(check(url, policy) ?? '', /loopback/, url)
})

test('allowing an endpoint does not allow its private network', () => {
  const policy = { ...strict, allowEndpoints: ['10.0.0.5:443'] }
  assert.match(check('https://10.0.0.5/', policy) ?? '', /--allow-private-endpoints/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { newSigningSecret } from '../../src/outbound/signing.ts'
import { signedHeaders } from '../../src/refunds/endpoint/endpoint-request.ts'

const secret = newSigningSecret()
const body = '{"id":"dlv_1","type":"ping","data":{"note":"Größe 42 – ✓"}}'
const now = () => Math.floor(Date.now() / 1000)

function headersOf(change: Partial<Parameters<typeof signedHeaders>[0]> = {}): Record<string, string> {
  return signedHeaders({ secret, deliveryId: 'dlv_1', idempotencyKey: 'act_1', timestamp: now(), body, ...change })
}

test('every request carries its content type, its sender, its idempotency key and both signatures', () => {
  const headers = headersOf({ secret: 'whsec_c2VjcmV0', timestamp: 1_772_357_400, body: '{}' })
  assert.deepEqual(headers, {
    'content-type': 'application/json',
    'user-agent': 'service-actions/1',
    // echo -n '1772357400.{}' | openssl dgst -sha256 -hmac whsec_c2VjcmV0
    'service-signature': 't=1772357400,v1=303a26cdb601edd7727babba8707bb9bb6ea81deef86182e6d785ce08dfd160a',
    'service-idempotency-key': 'act_1',
    'webhook-id': 'dlv_1',
    'webhook-timestamp': '1772357400',
    // echo -n 'dlv_1.1772357400.{}' | openssl dgst -sha256 -hmac secret -binary | base64
    'webhook-signature': 'v1,fUz7kEOdCpMaisaGcJYBu8MLrKGv1LAvcIBTYDvvrQ8=',
  })
})

test('a new signing secret is whsec_ and 32 bytes in standard base64', () => {
  assert.equal(
    newSigningSecret((size) => Buffer.alloc(size, 0xff)),
    `whsec_${'/'.repeat(42)}8=`,
  )
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(secret, newSigningSecret())
})

/** Verifiers that others wrote; each throws what it does not accept. */
const verifiers: [name: string, verify: (headers: Record<string, string>, body: string, secret: string) => unknown][] =
  [
    // Stripe's scheme is that of service-signature, with another name for the header.
    [
      'stripe',
      (headers, body, secret) => Stripe.webhooks.constructEvent(body, headers['service-signature'] ?? '', secret),
    ],
    ['standardwebhooks', (headers, body, secret) => new StandardWebhook(secret).verify(body, headers)],
    ['svix', (headers, body, secret) => new SvixWebhook(secret).verify(body, headers)],
  ]

for (const [name, verify] of verifiers) {
  test(`${name} accepts what was signed`, () => {
    assert.doesNotThrow(() => verify(headersOf(), body, secret))
    assert.doesNotThrow(() => verify(headersOf({ timestamp: now() - 290 }), body, secret))
  })

  test(`${name} rejects another secret, a changed body, and a timestamp older than 300 seconds`, () => {
    assert.throws(() => verify(headersOf(), body, newSigningSecret()), /signature/i)
    assert.throws(() => verify(headersOf(), body.replace('42', '43'), secret), /signature/i)
    assert.throws(() => verify(headersOf({ timestamp: now() - 301 }), body, secret), /timestamp|too old/i)
  })
}

test('the prefix of the secret is part of the key of service-signature', () => {
  const header = headersOf()['service-signature'] ?? ''
  const bare = secret.slice('whsec_'.length)
  assert.throws(() => Stripe.webhooks.constructEvent(body, header, bare), /signature/i)
})

test('the delivery id is covered by the standard signature', () => {
  assert.throws(() => new StandardWebhook(secret).verify(body, { ...headersOf(), 'webhook-id': 'dlv_2' }), /signature/i)
})

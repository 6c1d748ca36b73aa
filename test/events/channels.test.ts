import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfAddress } from '../../src/events/addresses.ts'
import { type ChannelInput, messageFor } from '../../src/events/channels.ts'
import { eventType } from '../../src/events/types/types.ts'

const input = (change: Partial<ChannelInput> = {}, data: ChannelInput['payload']['data'] = {}): ChannelInput => ({
  payload: {
    id: 'evt_1',
    type: 'refund.waiting',
    createdAt: '2026-03-01T09:00:00.000Z',
    workspace: 'org_1',
    data: {
      amount: 1_250,
      currency: 'EUR',
      orderNumber: '#1001',
      url: 'https://s.example/console/refunds/act_1',
      ...data,
    },
  },
  type: eventType('refund.waiting'),
  shop: 'Café Größe',
  timestamp: 1_772_357_400,
  secrets: { url: 'https://x.example', signing: null, previous: null, token: null },
  ...change,
})
const body = (message: { body: string }) => JSON.parse(message.body)

test('Slack gets one line and a link, without mentions', () => {
  const { headers, body: text } = messageFor('slack', input({ shop: 'A & B <!channel>' }))
  assert.deepEqual(JSON.parse(text), {
    text: 'A &amp; B &lt;!channel&gt;: A refund of 12.50 EUR for order #1001 waits for approval.\n<https://s.example/console/refunds/act_1|Open in storewire>',
  })
  assert.equal(headers['webhook-signature'], undefined)
})

test('Discord gets a text that mentions nobody', () => {
  const message = messageFor('discord', input({}, { text: '@everyone come', customerName: 'Ada', url: null }))
  assert.deepEqual(body(message), {
    content: 'Café Größe: A refund of 12.50 EUR for order #1001 waits for approval.\nAda: @everyone come',
    allowed_mentions: { parse: [] },
  })
})

test('ntfy gets headers in ASCII, a priority, a link and its access token', () => {
  const secrets = { ...input().secrets, token: 'tk_1' }
  const { headers, body: text } = messageFor('ntfy', input({ secrets, shop: 'Größe '.repeat(20) }))
  for (const value of Object.values(headers)) assert.match(value, /^[ -~]*$/)
  for (const word of headers.title?.split(' ') ?? []) assert.ok(word.length <= 75)
  const decoded = (headers.title ?? '')
    .split(' ')
    .map((word) => Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(word)?.[1] ?? '', 'base64').toString())
    .join('')
  assert.equal(decoded, `${'Größe '.repeat(20)}: A refund waits for approval`)
  assert.equal(headers.priority, 'high')
  assert.equal(headers.click, 'https://s.example/console/refunds/act_1')
  assert.equal(headers.authorization, 'Bearer tk_1')
  assert.match(text, /waits for approval\.$/)
  assert.equal(messageFor('ntfy', input({ type: eventType('test') })).headers.priority, 'default')
})

test('a megabyte of hostile text is cut and loses its control characters', () => {
  const hostile = '<&>\u0007\u202e@everyone'.repeat(80_000)
  const slack = body(messageFor('slack', input({}, { text: hostile }))).text
  const discord = body(messageFor('discord', input({}, { text: hostile }))).content
  assert.ok(slack.length <= 3_000, String(slack.length))
  assert.ok(discord.length <= 2_000)
  for (const text of [slack, discord, messageFor('ntfy', input({}, { text: hostile })).body]) {
    assert.ok(!text.includes('\u0007') && !text.includes('\u202e'))
    assert.match(text, /Open in storewire>$|refunds\/act_1$|…$/)
  }
  assert.doesNotMatch(slack.replace(/\n<https.*$/, ''), /[<>]|&(?!amp;|lt;|gt;)/)
})

test('the kind is chosen by the address', () => {
  assert.equal(kindOfAddress('https://hooks.slack.com/services/T0/B0/x'), 'slack')
  assert.equal(kindOfAddress('https://discord.com/api/webhooks/1/x'), 'discord')
  assert.equal(kindOfAddress('https://ptb.discord.com/api/webhooks/1/x'), 'discord')
  assert.equal(kindOfAddress('https://discord.com/other'), 'webhook')
  assert.equal(kindOfAddress('https://discord.com.evil.example/api/webhooks/1'), 'webhook')
  assert.equal(kindOfAddress('https://ntfy.sh/my-shop'), 'ntfy')
  assert.equal(kindOfAddress('https://shop.example/hooks.slack.com'), 'webhook')
  assert.equal(kindOfAddress('no address'), 'webhook')
})

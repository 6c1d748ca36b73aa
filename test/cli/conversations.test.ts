import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { signIdentityToken } from '../../src/client/index.ts'
import { openEvents } from '../support/event-stream.ts'
import { startProcess, stoppingMs, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

test('an operator sets up the chat, a customer asks, and an agent replies on the command line', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const run = (args: string[], input = '') => storewire([...args, '--db', db], { input })
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  await json('workspaces', 'create', 'shop')
  await json('assistant', 'off')
  const { baseUrl, stop, errors } = await startProcess(t, ['--db', db])
  const { key } = await json('keys', 'create', '--kind', 'publishable')
  const { id: secretId, secret } = await json('identity', 'secret', 'create')
  assert.deepEqual(await json('widget', 'origins', 'add', 'https://Shop.example/'), ['https://shop.example'])

  const start = async (body: object, origin = 'https://shop.example') =>
    client(baseUrl, '').call('POST', '/widget/sessions', { json: body, headers: { 'x-service-key': key, origin } })
  assert.equal((await start({}, 'https://elsewhere.example')).status, 403)
  const identityToken = await signIdentityToken({ secret, customerId: 'c1' })
  const { token } = (await start({ identityToken, pageUrl: 'https://shop.example/mugs' })).body
  const page = client(`${baseUrl}/widget`, token)
  assert.deepEqual(await json('conversations', 'list'), [], 'nothing was said yet')
  await page.call('POST', '/messages', { json: { text: 'My mug \u001b[31mis broken.' } })

  const [conversation] = await json('conversations', 'list')
  assert.deepEqual(
    [conversation.customerId, conversation.messages, conversation.lastMessage.author],
    ['c1', 1, 'customer'],
  )
  const stream = await openEvents(t, baseUrl, token)
  const sent = await json('conversations', 'reply', conversation.id, 'Sorry! We send a new one.')
  // Before the reply comes that people answer from now on.
  const [, event] = await stream.next(2)
  assert.deepEqual([event?.id, event?.data], [sent.id, sent])
  assert.equal((await run(['conversations', 'reply', conversation.id], 'It left today.\nBye!\n')).code, 0)
  const { messages } = (await page.call('GET', '/conversation')).body
  assert.deepEqual(
    messages.map(({ author, text }: { author: string; text: string }) => [author, text]),
    [
      ['customer', 'My mug \u001b[31mis broken.'],
      ['agent', 'Sorry! We send a new one.'],
      ['agent', 'It left today.\nBye!'],
    ],
  )
  const shown = await json('conversations', 'show', conversation.id)
  assert.deepEqual(
    [shown.customerId, shown.messages],
    ['c1', messages.map((message: object) => ({ ...message, mail: null }))],
  )
  assert.deepEqual(shown.visit, { visitorId: null, pageUrl: 'https://shop.example/mugs', locale: null, timeZone: null })
  const { stdout } = await run(['conversations', 'show', conversation.id])
  assert.match(
    stdout,
    /^customer: c1\nmode: human\npageUrl: https:\/\/shop\.example\/mugs\n\ncustomer \S+Z\n {2}My mug \\u\{1b\}\[31mis broken\.\n/,
  )
  assert.match((await run(['conversations', 'list'])).stdout, /c1 +3 +\S+Z +agent +It left today\. Bye!\n$/)

  for (const [args, message] of [
    [['conversations', 'reply', conversation.id, ''], /must have at least 1 character/],
    [['conversations', 'reply', conversation.id, 'x'.repeat(10_001)], /must have at most 10000 characters/],
    [['conversations', 'reply', 'conv_unknown', 'Hi'], /no conversation with this id/],
    [['conversations', 'show', 'conv_unknown'], /no conversation with this id/],
    [['widget', 'origins', 'remove', 'https://elsewhere.example'], /does not list the origin/],
    [['identity', 'secret', 'revoke', 'isec_unknown'], /has no identity secret/],
  ] as const) {
    const { code, stderr } = await run([...args])
    assert.equal(code, 1)
    assert.match(stderr, message)
  }

  const second = await json('identity', 'secret', 'create')
  assert.match((await run(['identity', 'secret', 'create'])).stderr, /already has two identity secrets/)
  const listed = await json('identity', 'secret', 'list')
  assert.deepEqual(
    listed.map(({ id, ending }: { id: string; ending: string }) => [id, ending]),
    [
      [secretId, secret.slice(-4)],
      [second.id, second.secret.slice(-4)],
    ],
  )
  await json('identity', 'secret', 'revoke', secretId)
  assert.equal((await start({ identityToken: await signIdentityToken({ secret, customerId: 'c1' }) })).status, 401)

  assert.equal(await stop(), 0)
  assert.equal(await stream.ended(), true)
  assert.ok(stoppingMs(errors()) < 9_500, 'an open stream does not hold up the end of the server')
})

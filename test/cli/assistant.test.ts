import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sampleAssistant } from '../support/assistant.ts'
import { storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

const CONVERSATIONS = `
now: 2026-11-01T09:00:00Z
conversations:
  - name: a customer asks for the order
    customer: cust-85
    turns:
      - say: where is my order?
        expect:
          commands: [order_status]
          language: en
          handOver: false
          facts:
            - { source: orders/order-1480, status: partially_shipped }
      - say: I want my money back, the beanie is broken
        expect: { commands: [refund_request], refund: refunds_off, handOver: refund }
  - name: a guest has to prove
    locale: de
    turns:
      - say: wo ist mein Paket
        expect: { asks: proof, language: de, facts: [] }
      - say: "#1441 greta.kohler@example.com"
        expect: { facts: [{ source: orders/order-1441, status: shipped }], asks: person }
`

test('the assistant is tried and tested on the command line', async (t) => {
  const { file: db, store } = await sampleAssistant(t)
  await store.close()
  const folder = await tempFolder(t)
  const [file, junit] = [join(folder, 'shop.yaml'), join(folder, 'junit.xml')]
  const asked = await storewire(['assistant', 'ask', 'where is my order?', '--customer', 'cust-85', '--db', db])
  assert.equal(asked.code, 0, asked.stderr)
  assert.match(
    asked.stdout,
    /^A part of order #1480 has been shipped\.\n[\s\S]*\ncommands: +order_status\n[\s\S]*why: +order_status: 9 where/,
  )
  const { stdout } = await storewire(['assistant', 'ask', 'Habt ihr Merino Schals?', '--guest', '--db', db, '--json'])
  assert.deepEqual(JSON.parse(stdout).facts[0].values.product, 'Merino scarf')

  writeFileSync(file, CONVERSATIONS)
  const passed = await storewire(['assistant', 'test', file, '--db', db, '--junit', junit])
  assert.deepEqual([passed.code, passed.stderr], [0, ''], passed.stdout)
  assert.equal(
    passed.stdout,
    'pass  a customer asks for the order\npass  a guest has to prove\n\n2 conversations: 2 passed, 0 failed.\n',
  )
  assert.match(readFileSync(junit, 'utf8'), /tests="2" failures="0"/)

  writeFileSync(file, CONVERSATIONS.replace('status: partially_shipped', 'status: delivered'))
  const failed = await storewire(['assistant', 'test', file, '--db', db, '--json'])
  assert.equal(failed.code, 1)
  assert.match(JSON.parse(failed.stdout).conversations[0].reason, /turn 1 \(where is my order\?\): facts: no fact/)

  writeFileSync(file, CONVERSATIONS.replace('customer: cust-85', 'customer: cust-999'))
  const nobody = await storewire(['assistant', 'test', file, '--db', db])
  assert.deepEqual([nobody.code, nobody.stderr], [1, ''])
  assert.match(nobody.stdout, /^FAIL {2}a customer asks for the order: There is no customer cust-999.*\npass/)

  writeFileSync(file, CONVERSATIONS.replace('asks: proof', 'ask: proof'))
  const wrong = await storewire(['assistant', 'test', file, '--db', db])
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /shop\.yaml: conversations\.1\.turns\.0\.expect\.ask: /)
})

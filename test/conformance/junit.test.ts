import assert from 'node:assert/strict'
import { test } from 'node:test'
import { junitXml, type Result } from '../../src/conformance/run.ts'
import { fc } from '../support/properties.ts'

const result = (change: Partial<Result> = {}): Result => ({
  group: 'working',
  name: 'ping',
  status: 'pass',
  why: 'Why.',
  fix: 'Fix.',
  reason: null,
  durationMs: 12,
  ...change,
})

test('each check is a test case, with its time, and failures and skips have their reason', () => {
  const results = [
    result(),
    result({ name: 'a', status: 'fail', reason: 'It said "no" & <left>.' }),
    result({ name: 'b', status: 'skip', reason: "Not 'allowed'." }),
  ]
  assert.equal(
    junitXml('http://127.0.0.1:1/?a&b', results),
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="0" skipped="1" time="0.036">
  <testsuite name="refund endpoint http://127.0.0.1:1/?a&amp;b" tests="3" failures="1" errors="0" skipped="1" time="0.036">
    <testcase classname="refund endpoint" name="ping" time="0.012"/>
    <testcase classname="refund endpoint" name="a" time="0.012">
      <failure message="It said &quot;no&quot; &amp; &lt;left&gt;.">Why.&#10;To fix it: Fix.</failure>
    </testcase>
    <testcase classname="refund endpoint" name="b" time="0.012">
      <skipped message="Not &apos;allowed&apos;."/>
    </testcase>
  </testsuite>
</testsuites>
`,
  )
})

test('whatever an endpoint answers, the XML is well-formed and says the same', () => {
  const reason = fc.string({ unit: fc.oneof(fc.constantFrom(...'<>&"\'\t\n\r\0\u001b\ufffe\ud83e]'), fc.string()) })
  fc.assert(
    fc.property(reason, (text) => {
      const xml = junitXml('url', [result({ status: 'fail', reason: text })])
      const message = /<failure message="([^"<>]*)">/.exec(xml)?.[1] ?? assert.fail(xml)
      assert.doesNotMatch(message.replaceAll(/&(amp|lt|gt|quot|apos|#9|#10|#13);/g, ''), /[&\t\n\r']/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't hold them
      assert.doesNotMatch(xml, /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/)
      assert.ok(xml.isWellFormed())
      const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
      const read = message.replaceAll(/&(\w+|#(\d+));/g, (_, name, code) =>
        code ? String.fromCharCode(Number(code)) : (entities[name] ?? ''),
      )
      // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
      assert.equal(read, text.toWellFormed().replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd'))
    }),
  )
})

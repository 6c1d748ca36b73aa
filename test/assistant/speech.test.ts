import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../src/assistant/languages/list.ts'
import { speechOf } from '../../src/assistant/languages/speech.ts'

test('dates are written as the language writes them', () => {
  for (const language of Object.keys(languages)) {
    const locale = language === 'en' ? 'en-GB' : language
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    for (let month = 0; month < 12; month++)
      for (const day of [1, 9, 28]) {
        const at = new Date(Date.UTC(2026, month, day, 23, 59))
        assert.equal(speechOf(language).date(at.toISOString()), format.format(at))
      }
  }
})

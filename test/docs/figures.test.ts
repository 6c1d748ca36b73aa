import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { checks, groups } from '../../src/conformance/checks.ts'
import { connectionKinds } from '../../src/connect/kinds.ts'
import { defaultConnectionLimits } from '../../src/http/connection/connection-limits.ts'
import { defaultRateLimits } from '../../src/http/limits/rate-limit.ts'
import { defaultSettings } from '../../src/http/settings.ts'
import { resources } from '../../src/objects/resources.ts'
import { defaultRefundSettings } from '../../src/refunds/settings.ts'
import { defaultAssistantSettings } from '../../src/tools/settings.ts'
import { pages, rowsOf, source } from '../support/documents.ts'

const KIB = 1024
const MIB = 1024 * KIB
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Constants that files import. */
const COMMON = { KIB, MIB, MINUTE_MS: MINUTE, HOUR_MS: HOUR, DAY_MS: DAY }

/** The value of a constant of a source file, which need not be exported: a figure, or a table of them such as `RETRY_MS[0]`. */
function valueIn(file: string, name: string): number {
  const text = source(`src/${file}.ts`)
  const [, constant = '', part = ''] = /^(\w+)(.*)$/.exec(name) ?? []
  const value = `(.*[^[{(\\n]|[[{][\\s\\S]*?\\n[\\]}])(?: as const.*)?$`
  const defined = new RegExp(`const ${constant}(?:: [^=]+)? = ${value}`, 'm').exec(text)?.[1]
  assert.ok(defined, `${file} has no constant ${constant}`)
  const own = [...defined.matchAll(/\b[A-Z][A-Z_]+\b/g)].map(([used]) => used).filter((used) => !(used in COMMON))
  const context = { ...COMMON, ...Object.fromEntries(own.map((used) => [used, valueIn(file, used)])) }
  return runInNewContext(`(${defined})${part}`, context)
}

const objects = Object.fromEntries(resources.map((resource) => [resource.name, resource]))
const { orders, tickets } = objects
const { maxBody } = defaultSettings
const modelDefault = (name: string) => valueIn('assistant/model/change-settings', `DEFAULTS.${name}`)
const alerts = source('scripts/deploy/alerts.yml')

/**
 * What pages say, with a `#` in place of each figure, and the figures of the program. A sentence that no page has any more is a failure, too:
 * then change it here.
 */
const figures: [sentence: string, ...values: (number | null | undefined)[]][] = [
  // The console
  ['of each kind it has the # that changed last', valueIn('lookup/timeline', 'MOST_OF_KIND')],
  ['the newest # chats in which the assistant', valueIn('lookup/story/asked-about', 'LOOKED_THROUGH')],
  ['A workspace has up to #, and they are loaded', valueIn('objects/picture-hosts', 'MOST_PICTURE_HOSTS')],
  // E-mail
  ['at most # mails an hour go to one address', valueIn('letters/bounds', 'TO_ADDRESS')],
  ['at most # an hour are caused by guests of one network', valueIn('letters/bounds', 'OF_NETWORK')],
  ['sends customers at most # a day', valueIn('letters/bounds', 'OF_WORKSPACE')],
  ['chats cause at most #', valueIn('letters/bounds', 'OF_CHATS')],
  ['A link works once, for # days', valueIn('letters/links', 'LIFETIME_MS') / DAY],
  // Connecting
  ['A code is valid once, for # minutes', valueIn('connect/codes', 'LIFETIME_MS') / MINUTE],
  ['revoked if it is not used within # minutes', valueIn('connect/codes', 'LIFETIME_MS') / MINUTE],
  ['without parcels as delivered after # days', connectionKinds[0].assumeDeliveredAfterDays],
  ['asks to be connected; at most # KiB', valueIn('http/body/receive', 'STRANGER_BYTES') / KIB],
  ['has more than # bytes, is ignored', valueIn('connect/report', 'MOST_BYTES')],
  ['are stored as hashes, and end after # minutes', valueIn('connect/codes', 'LIFETIME_MS') / MINUTE],
  // Pushing
  [
    'up to #; # tickets with # messages together; # in a [bulk call]',
    orders?.maxPerCall,
    tickets?.maxPerCall,
    tickets?.maxNested?.max,
    orders?.maxPerBatch,
  ],
  [
    '# objects, # tickets, # objects on a `/bulk` address',
    orders?.maxPerCall,
    tickets?.maxPerCall,
    orders?.maxPerBatch,
  ],
  ['takes up to # objects. The objects are checked', orders?.maxPerBatch],
  [
    'may have # MiB (tickets and bulk calls: # MiB) and # JSON values',
    maxBody.small / MIB,
    maxBody.large / MIB,
    valueIn('http/body/check', 'MAX_VALUES'),
  ],
  ['An object may have # MiB of JSON, a ticket # MiB', Number(orders?.maxBytes) / MIB, Number(tickets?.maxBytes) / MIB],
  ['An object may have # MiB, a ticket # MiB', Number(orders?.maxBytes) / MIB, Number(tickets?.maxBytes) / MIB],
  [
    'may have # MiB together, tickets # MiB',
    valueIn('objects/stored-bytes', 'MOST_STORED.small') / MIB,
    valueIn('objects/stored-bytes', 'MOST_STORED.large') / MIB,
  ],
  [
    'a JSON object up to # KiB, up to # levels deep',
    valueIn('objects/types/shared-fields', 'MAX_BYTES') / KIB,
    valueIn('objects/types/shared-fields', 'MAX_DEPTH'),
  ],
  ['your own id, 1 to # characters', valueIn('lib/fields', 'MAX_ID')],
  ['plain text or Markdown, up to # KiB', valueIn('objects/types/article', 'MAX_ARTICLE_BYTES') / KIB],
  ['A result names up to # fields of an object', valueIn('http/body/check', 'MAX_IGNORED')],
  ['lists up to # places', valueIn('http/body/check', 'MAX_ISSUES')],
  ['lists up to # issues', valueIn('http/body/check', 'MAX_ISSUES')],
  ['lists up to # mistakes', valueIn('http/body/check', 'MAX_ISSUES')],
  [
    '`limit` objects (1 to #, default #) and up to # MiB',
    valueIn('http/query', 'MAX_PAGE'),
    valueIn('http/query', 'DEFAULT_PAGE'),
    valueIn('objects/find/page', 'LIST_PAGE_BYTES') / MIB,
  ],
  ['Responses over # KB are sent with gzip', valueIn('http/gzip', 'SHORT_BYTES') / KIB],
  ['sends responses over # KB with gzip', valueIn('http/gzip', 'SHORT_BYTES') / KIB],
  ['repeated within # hours with the same body', valueIn('http/idempotency', 'REPLAY_MS') / HOUR],
  ['took more than # seconds to arrive', valueIn('serve/listen', 'REQUEST_TIMEOUT_MS') / SECOND],
  ['A request has # seconds to arrive', valueIn('serve/listen', 'REQUEST_TIMEOUT_MS') / SECOND],
  ['nothing of its response for # seconds', valueIn('serve/listen', 'STANDSTILL_MS') / SECOND],
  ['All that takes at most # seconds', valueIn('serve/listen', 'STOP_MS') / SECOND],
  ['the newest # API calls', valueIn('http/request-log/shares', 'KEPT')],
  [
    'up to # characters; its first # different words count',
    valueIn('lookup/routes', 'MOST_CHARACTERS'),
    valueIn('search/search', 'MOST_WORDS'),
  ],
  [
    'most objects, 1 to #; default #',
    valueIn('lookup/routes', 'MOST_RESULTS'),
    valueIn('lookup/find', 'DEFAULT_FOUND'),
  ],
  ['A search may read for # ms', valueIn('search/search', 'LIMIT_MS')],
  ['Up to # of a workspace wait', valueIn('store/sqlite/side', 'MAX_WAITING')],
  ['a customer up to # tags', valueIn('objects/tag-customer', 'MOST_TAGS')],
  ['Up to # orders of one customer are counted', valueIn('segments/read-orders', 'MOST_ORDERS')],
  ['Segments of a workspace | #', valueIn('segments/segments', 'MAX_SEGMENTS')],
  ['Levels of groups | #', valueIn('segments/rule', 'MAX_DEPTH')],
  ['Conditions of a rule | #', valueIn('segments/rule', 'MAX_CONDITIONS')],
  ['Values of `in` | #', valueIn('segments/rule', 'MAX_LISTED')],
  ['Values of a rule | #', valueIn('segments/rule', 'MAX_VALUES')],
  // Members and keys
  ['has # characters or more, and is not one of', valueIn('access/passwords', 'MIN_CHARACTERS')],
  ['and # recovery codes that work once each', valueIn('access/second-factor', 'RECOVERY_CODES')],
  [
    'A session ends after # days without use, after # days at most',
    valueIn('access/member-sessions', 'IDLE_MS') / DAY,
    valueIn('access/member-sessions', 'LONGEST_MS') / DAY,
  ],
  ['ends after # days without use, and at once', valueIn('access/member-sessions', 'IDLE_MS') / DAY],
  ['The link works once, for # minutes', valueIn('access/member-links', 'LIFETIME_MS.setup') / MINUTE],
  ['prints a link to join, valid for # hours', valueIn('access/member-links', 'LIFETIME_MS.invite') / HOUR],
  ['a link to set a new password, valid for # minutes', valueIn('access/member-links', 'LIFETIME_MS.reset') / MINUTE],
  [
    'only for # minutes (invites: # hours)',
    valueIn('access/member-links', 'LIFETIME_MS.reset') / MINUTE,
    valueIn('access/member-links', 'LIFETIME_MS.invite') / HOUR,
  ],
  ['A workspace has up to # open invites', valueIn('access/invites', 'MOST_OPEN')],
  ['It has at least # characters. All keys', valueIn('access/keys', 'IMPORT_MIN')],
  ['secret keys with fewer than # random bits', valueIn('access/key-format', 'ENOUGH_BITS')],
  ['A metrics token has # characters or more', valueIn('cli/kit/options', 'TOKEN_MIN')],
  // Chats
  ['1 to # characters; `choice`', valueIn('conversations/conversations', 'MAX_CUSTOMER_MESSAGE')],
  ["Length of a customer's message | # characters", valueIn('conversations/conversations', 'MAX_CUSTOMER_MESSAGE')],
  ["Length of an agent's message | # characters", valueIn('conversations/conversations', 'MAX_REPLY')],
  ['Streams of one session | # at a time', valueIn('widget/streams', 'PER_SESSION')],
  ['A session may have # streams at a time', valueIn('widget/streams', 'PER_SESSION')],
  ['has up to # messages and # KiB', valueIn('widget/chat', 'MAX_SHOWN'), valueIn('widget/chat', 'MAX_BYTES') / KIB],
  ['nothing happened for # seconds', valueIn('widget/streams', 'HEARTBEAT_MS') / SECOND],
  ['A token works for # hours', valueIn('widget/sessions', 'LIFETIME_MS') / HOUR],
  ['until # days after their last message', valueIn('widget/sessions', 'GUEST_DAYS')],
  ['expires after at most # minutes', valueIn('widget/identity-token', 'MAX_LIFETIME_SECONDS') / 60],
  [
    'carries a ticket for ten minutes',
    ...(valueIn('widget/tickets', 'LIFETIME_MS') === 10 * MINUTE ? [] : [Number.NaN]),
  ],
  ['shared by all agents, up to # of them', valueIn('conversations/saved-replies', 'MAX_SAVED')],
  ['counts the text of each message and rating plus # bytes', valueIn('widget/guest-bytes', 'MESSAGE')],
  ['when it starts a session plus # bytes', valueIn('widget/guest-bytes', 'SESSION')],
  // Refunds and the assistant
  ['runs # checks in # groups', checks.length, groups.length],
  [
    'after # seconds, then after # seconds, # minutes, # minutes and an hour',
    ...[0, 1].map((index) => valueIn('refunds/failing', `RETRY_MS[${index}]`) / SECOND),
    ...[2, 3].map((index) => Math.round(valueIn('refunds/failing', `RETRY_MS[${index}]`) / MINUTE)),
  ],
  ['A refund has up to # of them', valueIn('refunds/failing', 'MOST_EXTRA_TRIES')],
  ['the request again, up to # times', valueIn('refunds/failing', 'RETRY_MS.length')],
  ['is sent again**, up to # times', valueIn('refunds/failing', 'RETRY_MS.length')],
  [
    'more than # seconds, more than # KiB',
    valueIn('outbound/outbound', 'LIMIT_MS') / SECOND,
    valueIn('outbound/exchange', 'MAX_ANSWER_BYTES') / KIB,
  ],
  // Events
  [
    'repeated after # seconds, # minutes, # minutes, # hours, # hours, and twice after # hours',
    valueIn('events/deliver-job', 'RETRY_MS[0]') / SECOND,
    ...[1, 2].map((index) => valueIn('events/deliver-job', `RETRY_MS[${index}]`) / MINUTE),
    ...[3, 4, 5].map((index) => valueIn('events/deliver-job', `RETRY_MS[${index}]`) / HOUR),
  ],
  ['moves the next try later, by at most # hours', valueIn('events/deliver', 'MOST_WAIT_MS') / HOUR],
  ['has only failed for # days, is disabled', valueIn('events/deliver-job', 'DISABLE_AFTER_MS') / DAY],
  ['Up to # deliveries wait for one endpoint', valueIn('events/deliveries', 'MOST_WAITING')],
  ['A workspace has up to # endpoints', valueIn('events/change-endpoints', 'MOST_ENDPOINTS')],
  [
    'An endpoint gets # events at a time, and all endpoints #',
    valueIn('events/deliver-job', 'AT_ONCE_OF_ONE'),
    valueIn('events/deliver-job', 'AT_ONCE'),
  ],
  ['Events are kept for # days', valueIn('events/erase', 'KEEP_DAYS')],
  ['The endpoint took longer than # seconds', valueIn('outbound/outbound', 'LIMIT_MS') / SECOND],
  ['A turn waits at most # seconds for it', valueIn('assistant/model/models', 'LIMIT_MS') / SECOND],
  ['A conversation has # calls an hour', valueIn('assistant/model/limits', 'PER_CONVERSATION')],
  ['After # days (setting `--pending-timeout-days`)', defaultRefundSettings.pendingTimeoutDays],
  ['the customer can decide (# minutes by default)', defaultRefundSettings.customerTimeoutMinutes],
  ['`lowStock`, `exactStock` | #, off', defaultAssistantSettings.lowStock],
  ['`staleAfterHours` | #', defaultAssistantSettings.staleAfterHours],
  ['`keepTurnsDays`, `keepToolCallsDays` | #', defaultAssistantSettings.keepTurnsDays],
  ['Both are deleted after # days', defaultAssistantSettings.keepToolCallsDays],
  ['`--tokens-per-day N` | # and #', modelDefault('callsPerDay'), modelDefault('tokensPerDay')],
  // Running the server
  ['alerts.yml) has # alert rules', alerts.match(/^ *- alert: /gm)?.length],
  ['beside the database and keeps the newest #', valueIn('store/sqlite/nightly', 'NIGHTLY_KEPT')],
  ['| nightly backups | the newest # are kept', valueIn('store/sqlite/nightly', 'NIGHTLY_KEPT')],
  ['fires after # hours without a backup', Number(/timestamp_seconds > (\d+) \* 3600/.exec(alerts)?.[1])],
  ['a folder that another machine left is removed after # hours', valueIn('store/temporary', 'ABANDONED_MS') / HOUR],
  ['is always at least # below the number of files', valueIn('http/connection/connection-limits', 'RESERVED_FILES')],
  [
    'With fewer than # files the server does not start',
    valueIn('http/connection/connection-limits', 'RESERVED_FILES') +
      valueIn('http/connection/connection-limits', 'LEAST_CONNECTIONS'),
  ],
  ['tries each call # times', valueIn('client/retry', 'ATTEMPTS')],
  ['the last # calls of the API with bodies', valueIn('dev/calls', 'KEPT_CALLS')],
]

/** A page on one line, so that sentences can be found across line breaks. */
const onOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

test('every figure of the program that documents name is the one of the program', () => {
  const texts = [...pages()].map(([name, text]): [string, string] => [name, onOneLine(text)])
  const wrong: string[] = []
  for (const [sentence, ...values] of figures) {
    const pattern = new RegExp(sentence.replaceAll(/[^\w\s#]/g, '\\$&').replaceAll('#', '([\\d,.]*\\d)'), 'g')
    const found = texts.flatMap(([name, text]) =>
      [...text.matchAll(pattern)].map(([, ...written]) => ({ name, written })),
    )
    if (found.length === 0) wrong.push(`no page says: ${sentence}`)
    for (const { name, written } of found) {
      const numbers = written.map((number) => Number(number.replaceAll(',', '')))
      if (JSON.stringify(numbers) !== JSON.stringify(values))
        wrong.push(`${name}: ${sentence}: ${numbers}, not ${values}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('the tables of limits have every limit with its default', () => {
  const page = source('docs/operating.md')
  const written = (heading: string) =>
    Object.fromEntries(
      rowsOf(page, heading).map(([name = '', , value = '']) => [
        name.replaceAll('`', ''),
        Number(value.replaceAll(',', '')),
      ]),
    )
  assert.deepEqual(written('Connection limit'), defaultConnectionLimits)
  assert.deepEqual(written('Rate limit'), defaultRateLimits)
})

test('the limits of calls and chats in other pages are the defaults', () => {
  const { calls, bulk, widget, unauthorized, pages: ofPages, messages } = defaultRateLimits
  const minute = (name: string, heading: string) =>
    rowsOf(source(name), heading).map(([, value = '']) =>
      (value.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', ''))),
    )
  assert.deepEqual(minute('docs/pushing.md', 'Who'), [[calls, bulk], [calls], [widget], [unauthorized], [ofPages]])
  assert.deepEqual(minute('docs/widget.md', 'What').slice(0, 3), [[widget], [calls], [messages]])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from '../support/reading-rows.ts'

const read = async (name: string, content: string) => {
  const { type, rows } = await readRows(name, content)
  assert.equal(type, 'tickets')
  assert.deepEqual(
    rows.flatMap(({ issues }) => issues),
    [],
  )
  return rows.map(({ text }) => JSON.parse(text))
}
const at = (time: string) => Date.parse(time)

test('the JSON lines of Zendesk are tickets with their thread, notes are internal, and HTML is text', async () => {
  const ticket = (id: number, status: string) => ({
    ...{ id, subject: 'Where is it?', status, priority: 'urgent', tags: ['parcel', 'vip'], via: { channel: 'email' } },
    ...{ created_at: '2026-05-01T09:00:00Z', updated_at: '2026-05-02T09:00:00Z' },
    ...{ requester: { id: 7, name: 'Ann', email: 'ann@example.com' }, assignee: { id: 8, name: 'Ben' } },
    comments: [
      {
        ...{ id: 1, public: true, created_at: '2026-05-01T09:00:00Z', body: 'x' },
        ...{ author_id: 7, html_body: '<p>Hello,</p><p>where is <b>it</b>?</p>' },
      },
      { id: 2, author_id: 8, public: false, created_at: '2026-05-01T10:00:00Z', body: 'Asked the carrier' },
    ],
  })
  const lines = ['new', 'open', 'hold', 'pending', 'solved', 'closed'].map((status, id) =>
    JSON.stringify(ticket(id, status)),
  )
  const tickets = await read('tickets.json', `${lines.join('\n')}\n`)
  assert.deepEqual(
    tickets.map(({ status }) => status),
    ['open', 'open', 'open', 'pending', 'solved', 'closed'],
  )
  assert.deepEqual(tickets[0], {
    ...{ id: '0', updatedAt: at('2026-05-02T09:00:00Z'), number: '0', subject: 'Where is it?' },
    ...{ email: 'ann@example.com', customerName: 'Ann', assignee: 'Ben', tags: ['parcel', 'vip'] },
    ...{ createdAt: at('2026-05-01T09:00:00Z'), status: 'open', priority: 'urgent', channel: 'email' },
    messages: [
      { id: '1', createdAt: at('2026-05-01T09:00:00Z'), author: { type: 'customer' }, body: 'Hello,\nwhere is it?' },
      {
        ...{ id: '2', createdAt: at('2026-05-01T10:00:00Z'), author: { type: 'agent' }, body: 'Asked the carrier' },
        internal: true,
      },
    ],
  })
})

test('Gorgias, Freshdesk and Help Scout come with the same thread', async () => {
  const files = {
    gorgias: {
      data: [
        {
          ...{ id: 1, subject: 'Where?', status: 'closed', via: 'email', channel: 'email', priority: 'high' },
          ...{ created_datetime: '2026-05-01T09:00:00Z', updated_datetime: '2026-05-02T09:00:00Z' },
          ...{ customer: { email: 'ann@example.com', name: 'Ann' }, tags: [{ name: 'parcel' }] },
          messages: [
            {
              ...{ id: 11, from_agent: false, public: true, created_datetime: '2026-05-01T09:00:00Z' },
              ...{ body_html: '<div>Where?</div>', sender: { email: 'ann@example.com' } },
            },
            { id: 12, from_agent: true, public: false, created_datetime: '2026-05-01T10:00:00Z', body_text: 'Note' },
          ],
        },
      ],
    },
    freshdesk: [
      {
        ...{ id: 1, subject: 'Where?', status: 5, priority: 3, source: 1, requester_id: 7, tags: ['parcel'] },
        ...{ created_at: '2026-05-01T09:00:00Z', updated_at: '2026-05-02T09:00:00Z', description: '<div>Where?</div>' },
        requester: { email: 'ann@example.com', name: 'Ann' },
        conversations: [
          { id: 12, incoming: false, private: true, created_at: '2026-05-01T10:00:00Z', body_text: 'Note', body: '' },
        ],
      },
    ],
    helpscout: {
      _embedded: {
        conversations: [
          {
            ...{ id: 1, number: 5, subject: 'Where?', status: 'closed', type: 'email', tags: [{ tag: 'parcel' }] },
            ...{ createdAt: '2026-05-01T09:00:00Z', userUpdatedAt: '2026-05-02T09:00:00Z' },
            primaryCustomer: { id: 7, first: 'Ann', email: 'ann@example.com' },
            _embedded: {
              threads: [
                { id: 12, type: 'note', createdAt: '2026-05-01T10:00:00Z', body: 'Note', createdBy: { type: 'user' } },
                { id: 13, type: 'lineitem', createdAt: '2026-05-01T10:00:00Z' },
                {
                  ...{ id: 11, type: 'customer', createdAt: '2026-05-01T09:00:00Z', body: '<div>Where?</div>' },
                  createdBy: { type: 'customer', email: 'ann@example.com' },
                },
              ],
            },
          },
        ],
      },
    },
  }
  for (const [name, content] of Object.entries(files)) {
    const [ticket] = await read(`${name}.json`, JSON.stringify(content))
    assert.deepEqual(
      [ticket.status, ticket.email, ticket.customerName, ticket.channel, ticket.tags, ticket.updatedAt],
      ['closed', 'ann@example.com', 'Ann', 'email', ['parcel'], at('2026-05-02T09:00:00Z')],
      name,
    )
    assert.deepEqual(
      ticket.messages.map(({ author, body, internal, createdAt }: Record<string, never>) => [
        (author as unknown as { type: string }).type,
        body,
        internal ?? false,
        createdAt,
      ]),
      [
        ['customer', 'Where?', false, at('2026-05-01T09:00:00Z')],
        ['agent', 'Note', true, at('2026-05-01T10:00:00Z')],
      ],
      name,
    )
  }
})

test('tables of help desks are refused, since they have no messages', async () => {
  for (const heading of ['Ticket ID,Subject,Status,Priority', 'Id,Subject,Requester,Status,Created at']) {
    await assert.rejects(
      readRows('tickets.csv', `${heading}\n1,2,3,4,5\n`, { type: 'tickets' }),
      /it is a table of tickets without what was written in them: export the tickets as JSON/,
    )
  }
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startImporting } from '../support/importing.ts'
import { IMPORTED_AT, readRows } from '../support/reading-rows.ts'

/** What a CSV file is read as: the JSON of each object, the lines they begin on, and what was told. */
async function read(type: string, csv: string, chunk = csv.length) {
  const { rows, warnings } = await readRows('x.csv', csv, { type, chunk })
  return {
    json: rows.map(({ text }) => text),
    places: rows.map(({ place }) => place),
    issues: rows.flatMap(({ issues }) => issues),
    warnings,
  }
}

test('each cell becomes the type of its field, digit by digit; an empty cell omits the field', async () => {
  const { json, issues } = await read(
    'customers',
    'id,updatedAt,name,phone,totalSpent,marketingConsent,tags,createdAt,note,custom\n' +
      '007,2026-03-01T09:30:00Z,"Ada ""Countess"" Lovelace, née Byron",0431,12345678901234567890,TRUE,"vip, wool",1700000000000,,"{""b"": 1.10, ""1"": 2}"\n' +
      'c2,00001,,,000,no,"[""a,b""]",,"two\r\nlines",\n',
  )
  assert.deepEqual(issues, [])
  assert.equal(
    json[0],
    '{"id":"007","updatedAt":"2026-03-01T09:30:00Z","name":"Ada \\"Countess\\" Lovelace, née Byron","phone":"0431",' +
      '"totalSpent":12345678901234567890,"marketingConsent":true,"tags":["vip","wool"],"createdAt":1700000000000,"custom":{"b": 1.10, "1": 2}}',
  )
  assert.equal(
    json[1],
    '{"id":"c2","updatedAt":1,"totalSpent":0,"marketingConsent":false,"tags":["a,b"],"note":"two\\r\\nlines"}',
  )
})

test('dotted columns fill nested fields; custom.x keeps cells as text and columns in order', async () => {
  const { json } = await read(
    'orders',
    'id,updatedAt,shippingAddress.city,shippingAddress.country,custom.10,custom.9,custom.gift.note\no1,1,Graz,AT,1.0,x,hello\n',
  )
  assert.deepEqual(json, [
    '{"id":"o1","updatedAt":1,"shippingAddress":{"city":"Graz","country":"AT"},"custom":{"10":"1.0","9":"x","gift":{"note":"hello"}}}',
  ])
})

test('consecutive lines with the same id are one object with an entry for each line', async () => {
  const { json, places, issues } = await read(
    'orders',
    'id,updatedAt,number,items.id,items.title,items.quantity,items.unitPrice,items.custom.size\n' +
      'o1,1,#1,l1,Scarf,1,3900,M\no1,,,l2,Hat,2,1500,\no1,1,#1,l3,Sock,1,500,\no2,1,#2,,,,,\no3,1,#3,l1,Hat,1,1500,\n',
  )
  assert.deepEqual(issues, [])
  assert.deepEqual(places, [2, 5, 6])
  assert.deepEqual(JSON.parse(json[0] ?? ''), {
    id: 'o1',
    updatedAt: 1,
    number: '#1',
    items: [
      { id: 'l1', title: 'Scarf', quantity: 1, unitPrice: 3900, custom: { size: 'M' } },
      { id: 'l2', title: 'Hat', quantity: 2, unitPrice: 1500 },
      { id: 'l3', title: 'Sock', quantity: 1, unitPrice: 500 },
    ],
  })
  assert.equal(json[1], '{"id":"o2","updatedAt":1,"number":"#2"}')
})

test('variants with options, events and message authors are columns too; a list within a list is JSON in its cell', async () => {
  const product = await read(
    'products',
    'id,updatedAt,variants.id,variants.inStock,variants.stock,variants.options.Size\np1,1,v1,1,-2,M\np1,1,v2,0,,L\n',
  )
  assert.deepEqual(JSON.parse(product.json[0] ?? '').variants, [
    { id: 'v1', inStock: true, stock: -2, options: { Size: 'M' } },
    { id: 'v2', inStock: false, options: { Size: 'L' } },
  ])
  const shipment = await read(
    'shipments',
    'id,updatedAt,items.itemId,items.quantity,events.occurredAt,events.status\ns1,1,l1,1,5,in_transit\ns1,1,,,6,delivered\n',
  )
  assert.deepEqual(JSON.parse(shipment.json[0] ?? ''), {
    id: 's1',
    updatedAt: 1,
    items: [{ itemId: 'l1', quantity: 1 }],
    events: [
      { occurredAt: 5, status: 'in_transit' },
      { occurredAt: 6, status: 'delivered' },
    ],
  })
  const ticket = await read(
    'tickets',
    'id,updatedAt,orderIds,messages.id,messages.author.type,messages.attachments\nt1,1,"o1,o2",m1,agent,"[{""name"":""a""}]"\n',
  )
  assert.deepEqual(JSON.parse(ticket.json[0] ?? ''), {
    id: 't1',
    updatedAt: 1,
    orderIds: ['o1', 'o2'],
    messages: [{ id: 'm1', author: { type: 'agent' }, attachments: [{ name: 'a' }] }],
  })
})

test('byte order mark, CRLF, blank lines, a missing last newline, semicolons and tabs make no difference', async () => {
  const expected = ['{"id":"o1","updatedAt":1,"note":"a"}', '{"id":"o2","updatedAt":2,"note":"é"}']
  for (const csv of [
    'id,updatedAt,note\no1,1,a\no2,2,é\n',
    'id,updatedAt,note\r\no1,1,a\r\n\r\no2,2,"é"',
    'id;updatedAt;note\no1;1;a\no2;2;é',
    'id\tupdatedAt\tnote\no1\t1\ta\no2\t2\té\n',
    '\r\n\r\nid;updatedAt;note\r\n;;\r\no1;1;a\r\n;;\r\no2;2;é\r\n;;\r\n ;;;;\r\n',
  ]) {
    for (const chunk of [1, 3, 1_000]) assert.deepEqual((await read('orders', csv, chunk)).json, expected)
  }
})

test('rows are named by the line they begin on, also with line breaks in cells, blank lines and mixed line endings', async () => {
  const csv = 'id,updatedAt,note\r\no1,1,"a\r\nb"\r\n\r\no2,2,"a\nb\nc"\no3,3,\n\n\no4,4,"x\r\ny"\no5,5,z'
  for (const chunk of [1, 2, 1_000]) assert.deepEqual((await read('orders', csv, chunk)).places, [2, 5, 8, 11, 13])
})

test('an unknown column is reported once with the name that was probably meant, and ignored', async () => {
  const { json, warnings } = await read(
    'orders',
    'id,updatedAt,numbr,items.qty,colour,shippingAddress,\no1,1,#1,1,red,{},x\n',
  )
  assert.deepEqual(warnings, [
    'Column "numbr" is unknown and is left out. Did you mean "number"? To keep the values, name it "custom.numbr".',
    'Column "items.qty" is unknown and is left out. To keep the values, name it "custom.items.qty".',
    'Column "colour" is unknown and is left out. To keep the values, name it "custom.colour".',
  ])
  assert.deepEqual(json, ['{"id":"o1","updatedAt":1,"shippingAddress":{}}'])
})

test('an invalid cell, an incomplete line or a contradiction rejects its row only', async () => {
  const { json, issues, places } = await read(
    'orders',
    'id,updatedAt,total,items.id,items.quantity,items.refundable,custom\n' +
      'o1,1,39.00,l1,1,true,\no2,1,,l1,one,maybe,[1]\no3,1,5\no4,1,5,l1,,,\no4,1,6,l2,,,\no5,1,,,,,\no6,1,5,,,,,x,"y, z"\n',
  )
  assert.deepEqual(places, [2, 3, 4, 5, 7, 8])
  assert.equal(
    json[1],
    '{"id":"o2","updatedAt":1,"items":[{"id":"l1","quantity":"one","refundable":"maybe"}],"custom":"[1]"}',
  )
  assert.deepEqual([json[2], json[5]], ['{"id":"o3","updatedAt":1,"total":5}', '{"id":"o6","updatedAt":1,"total":5}'])
  assert.deepEqual(issues, [
    { path: ['total'], message: 'must be a whole number, such as 3900; amounts are in minor units (line 2)' },
    {
      path: ['items', 0, 'quantity'],
      message: 'must be a whole number, such as 3900; amounts are in minor units (line 3)',
    },
    { path: ['items', 0, 'refundable'], message: 'must be true or false (line 3)' },
    { path: ['custom'], message: 'must be a JSON object (line 3)' },
    { path: [], message: 'has 3 cells in line 4, not 7' },
    { path: ['total'], message: 'differs from the line before with the same id (line 6)' },
    { path: [], message: 'has 9 cells in line 8, not 7: ["x","y, z"] is beyond the last column' },
  ])
})

test('an invalid heading stops the import', async () => {
  for (const [csv, told] of [
    ['number,total\n#1,1\n', /no column "id", and its columns are not those of a known shop system/],
    ['id,updatedAt,id\n1,1,1\n', /two columns "id"/],
    ['id,updatedAt,custom,custom.x\n1,1,{},1\n', /"custom" and "custom.x" can't be combined/],
    ['id,updatedAt,note\n1,1,"ab\n', /a quote is opened in line 2 and never closed/],
  ] as const) {
    await assert.rejects(read('orders', csv), told)
  }
})

test("rows of one order that are apart are put together, and an order with a row that can't be read is rejected whole", async () => {
  const heading = 'id,updatedAt,number,total,items.id,items.title,items.quantity,items.unitPrice\n'
  const rows = ['o_1,1,#1,3900,l_1,Hat,1,1900', 'o_2,1,#2,1900,l_1,Cap,1,1900', 'o_1,1,#1,3900,l_2,Scarf,1,2000']
  const apart = await read('orders', `${heading}${rows.join('\n')}\n`)
  assert.deepEqual(apart.issues, [])
  assert.deepEqual(
    apart.json.map((text) => JSON.parse(text)).map(({ id, items }) => [id, items.length]),
    [
      ['o_2', 1],
      ['o_1', 2],
    ],
  )
  const torn = await readRows(
    'x.csv',
    `${heading}${rows.join('\n').replace('Scarf', 'Sca"rf').replace('l_2,', '"l_2"x,')}\n`,
    {
      type: 'orders',
    },
  )
  assert.deepEqual(
    torn.rows.map(({ place, issues }) => [place, issues.map(({ message }) => message)]),
    [
      [3, []],
      [2, ['has a quote in line 4 that is not doubled']],
    ],
  )
  // A row that does not say which order it belongs to may belong to the one before it.
  const nameless = await read('orders', `${heading}${rows.join('\n')}\n,,,,l_3,Sock,1,500\n`)
  assert.match(nameless.issues.map(({ message }) => message).join(), /may have a part in line 5/)
})

test('two versions of an object are two writes, and two rows of one age that differ are rejected', async () => {
  const csv = 'id,updatedAt,email\nc1,1,a@x.example\nc2,1,b@x.example\nc1,2,c@x.example\nc2,1,d@x.example\n'
  const { json, issues } = await read('customers', csv)
  assert.equal(json.length, 3)
  assert.deepEqual(issues, [{ path: ['email'], message: 'differs from the line before with the same id (line 5)' }])
})

test('of two objects of JSON with one id and one time that differ, the second is rejected; two equal ones are harmless', async () => {
  const lines = [
    '{"id":"o1","updatedAt":1,"number":"#1"}',
    '{"id":"o1","updatedAt":1,"number":"#1"}',
    '{"id":"o1","updatedAt":1,"number":"#2"}',
    '{"id":"o1","updatedAt":2,"number":"#2"}',
  ]
  for (const [name, content] of [
    ['x.ndjson', lines.join('\n')],
    ['x.json', `[${lines.join()}]`],
  ] as const) {
    const { rows } = await readRows(name, content, { type: 'orders' })
    assert.deepEqual(
      rows.map(({ issues }) => issues.map(({ message }) => message)),
      [[], [], ['has the id and the time of an object before it, and differs: make one object of the two'], []],
    )
  }
})

test('headings in other letters, blanks around quoted cells, sep=, CR and UTF-16 make no difference', async () => {
  const row = '{"id":"o1","updatedAt":1,"number":"#1","email":"ann@example.com","note":"Hat, blue"}'
  for (const [name, content] of Object.entries({
    letters: 'ID,Updated_At,NUMBER,E-mail,Note\no1,1,#1,ann@example.com,"Hat, blue"\n',
    blanks: 'id,updatedAt,number,email,note\no1,1,#1,ann@example.com, "Hat, blue" \n',
    sep: 'sep=;\r\nid;updatedAt;number;email;note\r\no1;1;#1;ann@example.com;Hat, blue\r\n',
    quoted: '"sep=;"\nid;updatedAt;number;email;note\no1;1;#1;ann@example.com;Hat, blue',
    cr: 'id,updatedAt,number,email,note\ro1,1,#1,ann@example.com,"Hat, blue"\r',
    lines: '"id","updated\nAt","number","e-mail","note"\no1,1,#1,ann@example.com,"Hat, blue"\n',
    utf16: Buffer.from('\ufeffid\tupdatedAt\tnumber\temail\tnote\no1\t1\t#1\tann@example.com\tHat, blue\n', 'utf16le'),
  })) {
    for (const chunk of [1, 7, 1_000]) {
      const { rows } = await readRows('x.csv', content, { type: 'orders', chunk })
      assert.deepEqual(rows, [{ place: rows[0]?.place, text: row, issues: [] }], name)
    }
  }
})

test('text in Windows-1252 is read as such, and reported; damaged UTF-8 is not', async () => {
  const windows = Buffer.from('id,updatedAt,note\no1,1,Jalape\xf1o \x80\n', 'latin1')
  const { rows, warnings } = await readRows('x.csv', windows, { type: 'orders' })
  assert.equal(rows[0]?.text, '{"id":"o1","updatedAt":1,"note":"Jalapeño €"}')
  assert.deepEqual(warnings, ['The file is read as windows-1252.'])
  const damaged = Buffer.concat([Buffer.from('id,updatedAt,note\no1,1,é\n'), windows.subarray(18)])
  await assert.rejects(readRows('x.csv', damaged, { type: 'orders' }), /not UTF-8 text/)
})

test("what spreadsheets do to cells is undone, or rejected if it can't be", async () => {
  const { json, issues } = await read(
    'orders',
    "id,updatedAt,phone,note,shippingAddress.postalCode\n'0012,1,'+49 30,'=1+1,'01234\n4.5E+12,1,,,\n",
  )
  assert.equal(
    json[0],
    '{"id":"0012","updatedAt":1,"phone":"+49 30","note":"=1+1","shippingAddress":{"postalCode":"01234"}}',
  )
  assert.match(issues[0]?.message ?? '', /is 4\.5E\+12: a spreadsheet has shortened it\. Export the file again/)
})

test('columns are matched by hand, one with several fields, and amounts may have decimals', async () => {
  const csv = 'Order,Date,Sum,Net\n#1,01/05/2026 09:58,"1.234,50","1.037,39"\n#2,13/05/2026 10:00,"82,9","1,5"\n'
  const matches = [
    { heading: 'order', field: 'id' },
    { heading: 'Order', field: 'number' },
    { heading: 'Sum', field: 'total' },
    { heading: 'Net', field: 'subtotal' },
    { heading: 'date', field: 'placedAt' },
    { heading: 'date', field: 'updatedAt' },
  ]
  const options = { matches, amounts: 'decimal' as const }
  await assert.rejects(
    readRows('x.csv', csv, { type: 'orders', options }),
    /does not say the currency of its amounts, and the time zone of its times: .*--currency EUR --timezone/,
  )
  const answers = { currency: 'EUR', timezone: 'Europe/Berlin' }
  const { rows } = await readRows('x.csv', csv, { type: 'orders', options: { ...options, answers } })
  const at = Date.parse('2026-05-01T07:58:00Z')
  assert.deepEqual(JSON.parse(rows[0]?.text ?? ''), {
    ...{ id: '#1', number: '#1', placedAt: at, updatedAt: at, total: 123_450, subtotal: 103_739, currency: 'EUR' },
  })
  assert.equal(JSON.parse(rows[1]?.text ?? '').total, 8_290)
})

test('only a file without times gets the time of the import', async () => {
  const { json } = await read('customers', 'id,email\nc1,a@x.example\n')
  assert.equal(json[0], `{"id":"c1","email":"a@x.example","updatedAt":${IMPORTED_AT}}`)
  const dated = await read('customers', 'id,updatedAt\nc1,\nc2,1\n')
  assert.deepEqual(dated.json, ['{"id":"c1"}', '{"id":"c2","updatedAt":1}'])
  const objects = await readRows('x.json', '[{"id":"c1"},{"id":"c2","updatedAt":1}]', { type: 'customers' })
  assert.deepEqual(
    objects.rows.map(({ text }) => text),
    [`{"updatedAt":${IMPORTED_AT},"id":"c1"}`, '{"id":"c2","updatedAt":1}'],
  )
})

test('storewire imports a CSV file and lists invalid rows by line', async (t) => {
  const shop = await startImporting(t)
  const file = await shop.file(
    'orders.csv',
    '\ufeffid,updatedAt,status,items.id,items.title,items.quantity,items.unitPrice,custom.channel,farbe\r\n' +
      'o1,2026-03-01T09:30:00Z,shipped,l1,"Scarf, red",1,3900,web,rot\r\no1,,,l2,Hat,2,1500,,\r\no2,soon,,,,,,,\r\no3,1,,l1,Hat,0,x,,',
  )
  const { code, stdout, stderr } = await shop.import(['orders', file, '--json'])
  assert.equal(code, 1)
  assert.equal(stderr.match(/Column "farbe"/g)?.length, 1)
  const { rows, results, rejectedFile } = JSON.parse(stdout)
  assert.deepEqual([rows, results.created], [3, 1])
  const rejected = readFileSync(rejectedFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    rejected.map(({ row, issues }) => [row, issues[0].path]),
    [
      [4, ['updatedAt']],
      [5, ['items', 0, 'unitPrice']],
    ],
  )
  const { body } = await shop.call('GET', '/orders/o1')
  assert.deepEqual([body.items.length, body.items[0].title, body.custom], [2, 'Scarf, red', { channel: 'web' }])
})

test('articles are imported from a table, Markdown of several lines too, and from NDJSON', async (t) => {
  const shop = await startImporting(t)
  const table =
    'id,updatedAt,title,body,topic,status,language\n' +
    'a1,2026-03-01T09:30:00Z,Returns,"Send it back.\n\n- Within **30 days**",returns,published,de-AT\n'
  const line = '{"id":"a2","updatedAt":"2026-03-01T09:30:00Z","title":"Warranty","body":"Two years","status":"draft"}\n'
  for (const [name, content] of [
    ['a.csv', table],
    ['a.ndjson', line],
  ] as const) {
    const { code, stdout, stderr } = await shop.import(['articles', await shop.file(name, content)])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /: 1 articles read, 1 created/)
  }
  assert.deepEqual((await shop.ids('articles')).sort(), ['a1', 'a2'])
  const { body } = await shop.call('GET', '/articles/a1')
  assert.deepEqual(
    [body.body, body.topic, body.language],
    ['Send it back.\n\n- Within **30 days**', 'returns', 'de-AT'],
  )
})

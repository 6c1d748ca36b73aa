import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from '../support/reading-rows.ts'

const read = async (content: string, answers = {}) => {
  const { type, rows, warnings } = await readRows('export.csv', content, { options: { answers } })
  assert.deepEqual(
    rows.flatMap(({ issues }) => issues),
    [],
  )
  return { type, warnings, objects: rows.map(({ text }) => JSON.parse(text)).map(({ updatedAt, ...rest }) => rest) }
}

test('Shopware: semicolons, variants by their parent, prices that they inherit, and customers', async () => {
  const products =
    'id;parent_id;product_number;active;stock;name;description;price_net;price_gross;cover_media_url;manufacturer_name\r\n' +
    'a2;a1;SW-1.1;1;-3;;;;;https://x.example/m.jpg;\r\n' +
    'a1;;SW-1;1;0;Hood;"<p>Warm &uuml;berall</p>";"41,93";"49,90";https://x.example/a.jpg;Knit\r\n' +
    'b1;;0012;0;7;Mug;;"10,08";"12,00";;\r\n'
  const { type, objects } = await read(products, { currency: 'EUR' })
  assert.equal(type, 'products')
  assert.deepEqual(objects, [
    {
      ...{ id: 'a1', title: 'Hood', description: 'Warm überall', vendor: 'Knit', status: 'active', currency: 'EUR' },
      imageUrl: 'https://x.example/a.jpg',
      variants: [
        { id: 'a2', sku: 'SW-1.1', imageUrl: 'https://x.example/m.jpg', price: 4_990, stock: -3, inStock: false },
      ],
    },
    {
      ...{ id: 'b1', title: 'Mug', status: 'draft', currency: 'EUR' },
      variants: [{ id: 'b1', sku: '0012', price: 1_200, stock: 7, inStock: true }],
    },
  ])
  const customers =
    'id;salutation;customer_number;first_name;last_name;email;active;guest;language;billing_street;billing_zipcode;billing_city;billing_country\n' +
    'c1;mrs;10001;Ann;Smith;ann@example.com;1;0;de-DE;Linden 1;01234;Berlin;DE\n'
  const people = await read(customers)
  assert.deepEqual(people.objects, [
    {
      ...{
        id: 'c1',
        email: 'ann@example.com',
        firstName: 'Ann',
        lastName: 'Smith',
        locale: 'de-DE',
        name: 'Ann Smith',
      },
      custom: { customerNumber: '10001' },
      addresses: [{ line1: 'Linden 1', city: 'Berlin', postalCode: '01234', country: 'DE' }],
    },
  ])
})

test('PrestaShop: headings with stars, amounts with six decimals, and the lists of its back office', async () => {
  const products =
    'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Reference #;EAN13;Quantity;Summary;Description;Tags (x,y,z...);URL rewritten;Image URLs (x,y,z...)\n' +
    '7;1;Mug;Home,Art;11.900000;REF-7;;4;<p>Short</p>;<p>Blue</p>;a,b;mug;https://x.example/1.jpg,https://x.example/2.jpg\n'
  const { objects } = await read(products, { currency: 'EUR' })
  assert.deepEqual(objects, [
    {
      ...{ id: '7', title: 'Mug', handle: 'mug', description: 'Blue', tags: ['a', 'b'], category: 'Home' },
      ...{ imageUrl: 'https://x.example/1.jpg', status: 'active', currency: 'EUR' },
      variants: [{ id: '7', sku: 'REF-7', price: 1_190, stock: 4, inStock: true }],
    },
  ])
  const orders =
    'ID;Reference;New client;Delivery;Customer;Total;Payment;Status;Date\n' +
    '5;XKBKNABJK;1;France;A. Smith;€1,082.90;Bank wire;Shipped;2026-05-01 09:58:12\n'
  const answers = { currency: 'EUR', timezone: 'Europe/Paris' }
  const list = await read(orders, answers)
  assert.deepEqual([list.type, list.objects[0].total, list.objects[0].status], ['orders', 108_290, 'shipped'])
  const customers =
    'ID;Social title;First name;Last name;Email address;Sales;Enabled;Newsletter;Partner offers;Registration;Last visit\n' +
    '9;Mr.;Ben;Fox;ben@example.com;--;1;0;0;2025-01-01 00:00:00;0000-00-00 00:00:00\n'
  const people = await read(customers, answers)
  assert.deepEqual(
    [people.type, people.objects[0].name, people.objects[0].marketingConsent, people.objects[0].createdAt],
    ['customers', 'Ben Fox', false, Date.parse('2024-12-31T23:00:00Z')],
  )
})

test('Medusa: a row a variant, and the currency of the first column of prices', async () => {
  const csv =
    'Product Id,Product Handle,Product Title,Product Status,Product Thumbnail,Variant Id,Variant Title,Variant SKU,Variant Inventory Quantity,Variant Allow Backorder,Variant Price EUR,Variant Price USD,Variant Option 1 Name,Variant Option 1 Value\n' +
    'prod_1,mug,Mug,published,,var_1,Blue,MUG-B,3,false,12.5,14,Color,Blue\n' +
    'prod_1,mug,Mug,published,,var_2,Red,MUG-R,0,true,12.5,14,Color,Red\n'
  const { objects, warnings } = await read(csv)
  assert.match(warnings[0] ?? '', /^Medusa products: 1 product of 2 rows, EUR/)
  assert.deepEqual(objects, [
    {
      ...{ id: 'prod_1', handle: 'mug', title: 'Mug', status: 'active', currency: 'EUR' },
      variants: [
        {
          ...{ id: 'var_1', title: 'Blue', sku: 'MUG-B', price: 1_250, stock: 3, inStock: true },
          ...{ allowBackorder: false, options: { Color: 'Blue' } },
        },
        {
          ...{ id: 'var_2', title: 'Red', sku: 'MUG-R', price: 1_250, stock: 0, inStock: false },
          ...{ allowBackorder: true, options: { Color: 'Red' } },
        },
      ],
    },
  ])
})

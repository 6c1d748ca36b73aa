/** The header line of Shopify's orders export. */
const HEADING =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Phone'.split(
    ',',
  )

const ROW: Record<string, string> = {
  ...{ Name: '#1', Email: 'ann@example.com', 'Financial Status': 'paid', 'Paid at': '2026-05-01 10:00:00 +0000' },
  ...{ 'Fulfillment Status': 'unfulfilled', Currency: 'EUR', Subtotal: '10.00', Shipping: '0.00', Taxes: '1.60' },
  ...{ Total: '10.00', 'Discount Amount': '0.00', 'Created at': '2026-05-01 09:58:12 +0000' },
  ...{ 'Lineitem quantity': '1', 'Lineitem name': 'Hat', 'Lineitem price': '10.00', 'Lineitem sku': 'HAT' },
  ...{ 'Refunded Amount': '0.00', Id: '5604183244051', 'Lineitem discount': '0.00' },
}

/** Rows of Shopify's orders export as a table. @param rows what is other than in a plain row, quoted if need be */
export function shopifyCsv(rows: Record<string, string>[], { without = [] }: { without?: string[] } = {}): string {
  const heading = HEADING.filter((name) => !without.includes(name))
  const lines = rows.map((row) => heading.map((name) => ({ ...ROW, ...row })[name] ?? '').join(','))
  return `${[heading.join(','), ...lines].join('\n')}\n`
}

/** What further rows of an order have empty. */
const FURTHER = Object.fromEntries(Object.keys(ROW).map((name) => [name, '']))

/** Four orders in seven rows, the rows of one of them apart. */
export const SHOPIFY_ORDERS = shopifyCsv([
  {
    ...{ Name: '#1001', 'Fulfillment Status': 'partial', 'Fulfilled at': '2026-05-03 12:00:00 +0200' },
    ...{ Subtotal: '119.90', Shipping: '3.50', Taxes: '19.70', Total: '123.40', 'Discount Code': 'SPRING' },
    ...{ 'Discount Amount': '10.00', 'Shipping Method': '"Standard, insured"', 'Lineitem quantity': '2' },
    ...{ 'Lineitem name': '"Scarf - Red / ""M"""', 'Lineitem price': '44.95', 'Lineitem sku': 'SC-1' },
    ...{ 'Lineitem fulfillment status': 'fulfilled', 'Shipping Name': 'Ann Smith', 'Shipping City': 'Berlin' },
    ...{ 'Shipping Address1': '"Unter den Linden 1, 2. OG"', 'Shipping Zip': "'01234", 'Shipping Province': 'BE' },
    ...{ 'Shipping Country': 'DE', 'Shipping Phone': "'+49 30 901820", Notes: '"Please ring\ntwice"' },
    ...{ Phone: "'+49 30 901820", Tags: '"gift, express"', Source: 'web', 'Payment Method': 'Shopify Payments' },
    ...{ 'Payment Reference': 'r9ZQ.1', 'Device ID': '7', 'Note Attributes': 'ip: 192.0.2.7' },
  },
  {
    ...{ ...FURTHER, Name: '#1001', Email: 'ann@example.com', 'Lineitem quantity': '1', 'Lineitem name': 'Hat' },
    ...{ 'Lineitem price': '40.00', 'Lineitem sku': 'HAT', 'Lineitem discount': '10.00' },
  },
  { ...FURTHER, Name: '#1001', 'Lineitem quantity': '3', 'Lineitem name': 'Sock', 'Lineitem price': '0.00' },
  {
    Name: '#1002',
    Id: '5604183244052',
    'Fulfillment Status': 'fulfilled',
    'Fulfilled at': '2026-05-02 08:00:00 +0000',
  },
  { Name: '#1003', Id: '5604183244053', 'Financial Status': 'expired', 'Cancelled at': '2026-05-04 08:00:00 +0000' },
  {
    Name: '#1004',
    Id: '5604183244054',
    'Financial Status': 'refunded',
    Total: '12345.67',
    'Refunded Amount': '12345.67',
  },
  { ...FURTHER, Name: '#1002', 'Lineitem quantity': '1', 'Lineitem name': 'Cap', 'Lineitem price': '5.00' },
])

const address = {
  ...{ name: 'Ann Smith', address1: 'Unter den Linden 1, 2. OG', address2: null, company: null, city: 'Berlin' },
  ...{ zip: '01234', province: 'BE', country: 'Germany', country_code: 'DE', phone: '+49 30 901820' },
}

/** Order #1001 as Shopify's API answers with it. */
export const shopifyJson = {
  orders: [
    {
      ...{ id: 5604183244051, name: '#1001', email: 'ann@example.com', phone: '+49 30 901820', currency: 'EUR' },
      ...{ financial_status: 'paid', fulfillment_status: 'partial', cancelled_at: null, note: 'Please ring\ntwice' },
      ...{ total_price: '123.40', subtotal_price: '119.90', total_discounts: '10.00', total_tax: '19.70' },
      ...{ created_at: '2026-05-01T11:58:12+02:00', updated_at: '2026-05-03T12:00:01+02:00', tags: 'gift, express' },
      total_shipping_price_set: { shop_money: { amount: '3.50', currency_code: 'EUR' } },
      ...{ shipping_lines: [{ title: 'Standard, insured' }], discount_codes: [{ code: 'SPRING', amount: '10.00' }] },
      ...{ source_name: 'web', browser_ip: '192.0.2.7', payment_gateway_names: ['shopify_payments'] },
      ...{ customer: { id: 7004183244051 }, shipping_address: address, billing_address: null, refunds: [] },
      line_items: [
        {
          ...{ id: 1, name: 'Scarf - Red / "M"', quantity: 2, price: '44.95', sku: 'SC-1', total_discount: '0.00' },
          ...{ fulfillment_status: 'fulfilled', product_id: 11, variant_id: 12, variant_title: 'Red / "M"' },
        },
        {
          id: 2,
          name: 'Hat',
          quantity: 1,
          price: '40.00',
          sku: 'HAT',
          total_discount: '10.00',
          fulfillment_status: null,
        },
        { id: 3, name: 'Sock', quantity: 3, price: '0.00', sku: null, fulfillment_status: null },
      ],
    },
  ],
}

/** Before the first data: what the shop runs on, and how its data gets here. */
export const start = {
  title: 'My shop runs on …',
  lead: 'Choose one to see how its data gets here.',
  kinds: {
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
    other: 'Another shop system',
    code: 'Our own code',
    looking: 'Just looking',
  },
  pluginHelp:
    'A plugin sends customers, products and orders by itself, puts the chat on your pages, and makes refunds. It is set up in four steps.',
  connectShop: 'Connect WooCommerce',
  connectCommand: 'storewire connect woocommerce',
  filesInstead: 'Import files instead',
  files: {
    shopify: [
      { text: 'In Shopify, export all orders as a CSV file:', menu: ['Orders', 'Export', 'All orders'] },
      { text: 'Export the customers:', menu: ['Customers', 'Export', 'All customers'] },
      { text: 'Export the products:', menu: ['Products', 'Export', 'All products'] },
      { text: 'Shopify sends long files by e-mail. Import each file here, in any order.', menu: null },
    ],
    woocommerce: [
      { text: 'In WordPress, download the orders:', menu: ['Analytics', 'Orders', 'Download'] },
      { text: 'Download the customers:', menu: ['Analytics', 'Customers', 'Download'] },
      { text: 'Export the products:', menu: ['Products', 'All products', 'Export'] },
      { text: 'Import each file here, in any order.', menu: null },
    ],
    other: [
      { text: 'Export the orders, customers and products of your shop as CSV or JSON files.', menu: null },
      {
        text: 'Import each file here, in any order. Columns that are not recognized can be matched by hand.',
        menu: null,
      },
    ],
  },
  importFile: 'Import a file',
  importCommand: 'storewire import orders_export.csv',
  filesHint: 'Before anything is stored you see what the server reads from the first rows.',
  lookingHelp:
    'The sample shop sells knitwear: a year of orders, parcels, customers and chats, in a workspace of its own that you can remove.',
  askOperator: 'Ask an operator of this server to load the sample shop, and to invite you to it.',
}

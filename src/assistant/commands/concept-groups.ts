/*
 * Which concepts together mean which command, in every language. A rule is a weight from 1 to 10 and its terms, which must all hold:
 *   a      the concept `a` is in the message      a|b   one of them is
 *   !a     it is not                              @a    one of the group `a`
 *   a~b    a and b are near each other            a>b   a comes before b
 * The best rule of a command counts. Rules up to 9 do not count in a message about other subjects (`off`).
 * Besides the concepts of the lexicons there are: `short` (two meaningful words at most), `alone` (one word), `unknown` (a word that the
 * lexicon does not have), `asked` (one question that ends with its mark), `empty` (only filling words), `ordernumber` (something like an order number), `onlyproduct` (a product, perhaps
 * with its color or size, and nothing else).
 */

/** Concepts that rules name together. */
export const groups: Record<string, string[]> = {
  thing: ['order', 'parcel', 'delivery', 'goods', 'product', 'ordernumber', 'bought'],
  own: ['my', 'order', 'parcel', 'goods', 'product', 'ordernumber', 'bought', 'it', 'i'],
  comes: ['arrive', 'receive', 'delivered', 'ship', 'come', 'here', 'delivery'],
  refund: ['refund', 'moneyback'],
  back: ['refund', 'moneyback', 'giveback', 'returns'],
  ask: ['where', 'when', 'status', 'news', 'howlong', 'already', 'question_did'],
  option: ['color', 'size', 'size_word'],
  shop: [
    'order',
    'parcel',
    'delivery',
    'goods',
    'product',
    'bought',
    'refund',
    'money',
    'shipping',
    'pay',
    'price',
    'cost',
    'stock',
    'available',
    'color',
    'size',
    'size_word',
    'ordernumber',
    'account',
    'email',
    'address',
    'giveback',
    'invoice',
    'track',
    'carrier',
    'haveyou',
    'sell',
    'discount',
    'exchange',
    'cancel',
    'broken',
    'my',
  ],
  detail: ['color', 'size', 'size_word', 'product', 'quantity', 'number', 'unknown'],
}

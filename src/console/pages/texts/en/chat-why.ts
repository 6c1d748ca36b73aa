/** Texts of the dialog that explains a message of the assistant. */
export const chatWhy = {
  meant: (meaning: string) => `${meaning.slice(0, 1).toUpperCase()}${meaning.slice(1)}`,
  orMeant: (meaning: string) => `or, nearly as likely: ${meaning}`,
  sources: {
    orders: 'Order',
    shipments: 'Parcel of order',
    products: 'Product',
    articles: 'Help page',
    refunds: 'Refund of order',
    settings: 'Your refund settings',
  } as Record<string, string>,
  paragraph: (place: string) => `paragraph ${place}`,
  withRefundsOn:
    'Refunds are switched off. With them on, the assistant would have asked your shop for the amount, and offered it if your rules allow it.',
  raw: 'Names and values',
  whyTitle: 'Why the assistant wrote this',
  whyNone: 'This is a fixed text: the assistant did not work it out from your data.',
  understood: 'Understood',
  by: (engine: string, language: string) => `by ${engine}, in ${language}`,
  facts: 'Facts and their sources',
  noFacts: 'No facts were used.',
  read: 'What was read',
  noCalls: 'Nothing was read, or the log of it has been deleted after 90 days.',
  asOf: 'as of',
}

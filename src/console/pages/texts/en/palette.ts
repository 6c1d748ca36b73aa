/** Texts of the palette. Only it loads them. */
export const palette = {
  title: 'Find',
  label: 'Page, number, e-mail, name or id',
  list: 'Found',
  page: 'Page',
  action: 'Action',
  invite: 'Invite somebody',
  startRefund: 'Start a refund',
  importFile: 'Import a file',
  writeArticle: 'Write an article',
  refund: 'Refund',
  searching: 'Searching…',
  count: (count: number) => (count === 0 ? 'Nothing found.' : count === 1 ? '1 found' : `${count} found`),
  incomplete: 'Some objects are still being indexed. An id finds them all the same.',
}

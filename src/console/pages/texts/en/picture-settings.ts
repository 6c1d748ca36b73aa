/** Texts of Settings → Product pictures. */
export const pictureSettings = {
  title: 'Product pictures',
  readOnly: 'Only owners and admins can change this.',
  hosts: 'Hosts of pictures',
  none: 'No host is listed: the console and the chat window show tiles in the place of pictures.',
  help: 'The console and the chat window load pictures from these hosts, by https alone. A host sees the addresses of the browsers that load its pictures. Pages that customers have open follow when they are loaded again.',
  host: 'Host',
  hostHint: 'A host name alone, such as cdn.shop.example.',
  add: 'Add',
  addHost: (host: string) => `Add ${host}`,
  remove: 'Remove',
  removeHost: (host: string) => `Remove ${host}`,
  suggested: 'Suggested',
  suggestedHelp: 'The pictures of the products and orders that your shop pushed last are here:',
  noneSuggested: 'No picture that your shop pushed last is at another host.',
  pictures: (count: number) => (count === 1 ? '1 picture' : `${count} pictures`),
}

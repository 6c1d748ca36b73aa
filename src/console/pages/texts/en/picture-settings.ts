/** Texts of Settings → Product pictures. */
export const pictureSettings = {
  title: 'Product pictures',
  hosts: 'Hosts of pictures',
  none: 'No host is listed: the console and the chat window show tiles in the place of pictures.',
  help: 'The console and the chat window load pictures from these hosts, over https only. A host sees the IP addresses of those who load its pictures. Open pages of customers follow when they are reloaded.',
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

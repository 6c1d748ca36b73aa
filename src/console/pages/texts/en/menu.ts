const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count > 99 ? '99+' : count} ${count === 1 ? one : many}`

export const menu = {
  home: 'Home',
  refunds: 'Refunds',
  report: 'Report',
  chats: 'Chats',
  waiting: (count: string) => `${count} waiting`,
  /** At most 100 of each are counted. */
  notice: (chats: number, refunds: number) =>
    `${[counted(chats, 'chat', 'chats'), counted(refunds, 'refund', 'refunds')].filter(Boolean).join(' and ')} waiting`,
  shop: 'Shop',
  data: 'Data',
  articles: 'Articles',
  connection: 'Connection',
  pushes: 'Push log',
  imports: 'Imports',
  dev: 'Dev',
  settings: 'Settings',
  refundSettings: 'Refund settings',
  widget: 'Chat window',
  assistant: 'Assistant',
  trying: 'Try the assistant',
  pictures: 'Product pictures',
  notifications: 'Notifications',
  keys: 'Keys',
  members: 'Members',
  audit: 'Audit log',
  system: 'System',
  account: 'My account',
  test: 'Test',
  find: 'Find',
  more: 'More',
  main: 'Main menu',
  skip: 'Skip to the content',
  signOut: 'Sign out',
  workspace: 'Workspaces',
}

/** Pictures that customers and agents send in chats. */
export const pictures = {
  add: 'Add pictures',
  of: { customer: 'Picture from the customer', agent: 'Picture from us', any: 'Picture of the chat' },
  size: (width: number, height: number) => `${width} × ${height} pixels`,
  enlarge: 'Enlarge',
  removed: 'This picture was removed.',
  notLoaded: 'This picture could not be loaded.',
  again: 'Try again',
  sending: (name: string) => `${name} is being sent…`,
  notSent: (name: string) => `${name} was not sent.`,
  remove: (name: string) => `Remove ${name}`,
  unreadable: (name: string) => `${name} is not a picture that can be sent. Choose a JPEG, PNG, WebP or GIF.`,
  tooLarge: (name: string) => `${name} is larger than 8 MB. Choose a smaller picture.`,
  tooMany: 'A message has at most four pictures.',
  alone: 'Picture',
}

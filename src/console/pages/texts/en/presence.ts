const list = new Intl.ListFormat('en')
const are = (names: string[]) => (names.length === 1 ? 'is' : 'are')

export const presence = {
  looking: (names: string[]) => `${list.format(names)} ${are(names)} here, too.`,
  writing: (names: string[]) => `${list.format(names)} ${are(names)} writing…`,
}

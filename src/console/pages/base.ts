/** The path that the console is below, without a slash at its end: `/console`, or with a proxy's path in front of it. */
export const base = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** Whether the server is `storewire dev`: it says so in the shell. */
export const isDev = 'dev' in document.documentElement.dataset

/** What starts storewire at a command line of the server, such as `npx storewire` in a clone: the shell names it. */
export const { program = 'storewire' } = document.documentElement.dataset

/** The address of a page of the console. @param path such as `/refunds`, or `/` for the first page */
export function at(path: string): string {
  return path === '/' ? base : base + path
}

/** The address of an object that the shop pushed. */
export function objectAddress(type: string, id: string): string {
  return at(`/data/${type}/${encodeURIComponent(id)}`)
}

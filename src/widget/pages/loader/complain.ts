/** Says why there is no chat, in one line in the browser's console, for the people who made the page. Visitors do not see it. */
export function complain(reason: string): void {
  console.error(`storewire: ${reason}`)
}

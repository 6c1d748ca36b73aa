/** Tells the people who made the page why there is no chat, as one line in the browser's console. Visitors read none of it. */
export function complain(reason: string): void {
  console.error(`storewire: ${reason}`)
}

/**
 * Gives a part of the chat the focus if nothing has it: what had it is gone, and the keyboard must not start again at the top. A customer
 * who already writes in the field stays there.
 */
export function keepFocus(place: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) place?.focus({ preventScroll: true })
}

/** The script element of a file of this server. A module has no `document.currentScript`, but its element is in the page. */
export function tagOf(file: RegExp): HTMLScriptElement | undefined {
  return [...document.scripts].find(({ src }) => file.test(src))
}

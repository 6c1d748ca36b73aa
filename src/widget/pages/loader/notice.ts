/** By language: that there is no chat, and the name of the button that closes this notice. The build takes them from `texts/`. */
declare const NOTICES: Record<string, [text: string, close: string]>

/** @param language as BCP 47 */
export function noticeIn(language: string): [text: string, close: string] {
  return NOTICES[language.toLowerCase().split(/[-_]/)[0] ?? ''] ?? (NOTICES.en as [string, string])
}

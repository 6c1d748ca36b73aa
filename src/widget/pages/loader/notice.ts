/** By language: that there is no chat. The build takes it from `texts/`. */
declare const NOTICES: Record<string, string>

/** @param language as BCP 47 */
export function noticeIn(language: string): string {
  return NOTICES[language.slice(0, 2).toLowerCase()] ?? (NOTICES.en as string)
}

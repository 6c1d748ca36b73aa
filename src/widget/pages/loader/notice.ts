/** By language: that there is no chat. The build takes it from `texts/`. */
declare const NOTICES: Record<string, string>

/** @param language as BCP 47 */
export function noticeIn(language: string): string {
  return NOTICES[language.toLowerCase().split(/[-_]/)[0] ?? ''] ?? (NOTICES.en as string)
}

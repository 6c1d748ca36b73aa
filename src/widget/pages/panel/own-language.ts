const LANGUAGE = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i

/** The language of the browser; undefined for one that has none and says `C`. */
export function ownLanguage(): string | undefined {
  return LANGUAGE.test(navigator.language) ? navigator.language : undefined
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** A number of bytes for people, in the largest unit that it fills: `70.1 GiB`. @param locale default: that of the machine or browser */
export function sizeText(bytes: number, locale?: string): string {
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1024 ** unit)
  return `${number} ${UNITS[unit]}`
}

const format = new Intl.NumberFormat()

export function numberText(value: number): string {
  return format.format(value)
}

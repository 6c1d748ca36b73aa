/** A QR code as a square of `size` modules, margin included, whose dark ones are the squares of an SVG path. */
export interface QrCode {
  size: number
  path: string
}

/** Draws a text as a QR code. Not in the page: for this alone it would load 4 KiB of code. */
export async function qrCodeOf(text: string): Promise<QrCode> {
  const { encode } = await import('uqr')
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

/** Red, green and blue, from 0 to 255. */
type Rgb = [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** What WCAG asks for between text and what is behind it. */
const LEAST = 4.5
const STEPS = 20

/** The color of text that reads best on a color: black or white. One of both always has a contrast of 4.5 or more. */
export function textOn(color: string): '#000000' | '#ffffff' {
  const back = rgbOf(color)
  return contrast(back, WHITE) >= contrast(back, BLACK) ? '#ffffff' : '#000000'
}

/** The color itself if it reads on `back`; else the nearest shade of it, lighter or darker, that does. */
export function readableOn(color: string, back: string): string {
  const [from, behind] = [rgbOf(color), rgbOf(back)]
  const to = rgbOf(textOn(back))
  for (let step = 0; step <= STEPS; step++) {
    const shade = from.map((part, index) => Math.round(part + (((to[index] ?? 0) - part) * step) / STEPS)) as Rgb
    if (contrast(shade, behind) >= LEAST) return hexOf(shade)
  }
  return hexOf(to)
}

/** The contrast of two colors by WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(rgbOf(one), rgbOf(other))
}

/** Whether a text is a color such as `#0b6a5d`. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

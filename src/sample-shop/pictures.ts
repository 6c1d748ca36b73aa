/*
 * Pictures of the products, drawn in code: a shape for each kind, a color for each color's name, and a pattern for each material.
 * They have no style, no script and no text, so they show under every content security policy that allows the image.
 */

/** Where the sample data says that its pictures are. A server that loads the data puts its own address in place of it. */
export const SHOP_PICTURES = 'https://shop.example/pictures/'

/** The name of the file, such as `merino_scarf_brick.svg`. */
export function pictureName(material: string, kind: string, color: string): string {
  return `${[material, kind, color].map(partOf).join('_')}.svg`
}

const partOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** The picture as SVG; undefined for a name that {@link pictureName} does not make. */
export function drawPicture(name: string): string | undefined {
  const [material = '', kind = '', color = ''] = name.replace(/\.svg$/, '').split('_')
  const shape = SHAPES.get(kind)
  const colors = COLORS.get(color)
  const pattern = PATTERNS.get(material)
  if (!shape || !colors || pattern === undefined || name !== pictureName(material, kind, color)) return undefined
  const { fill, dark, light, ground } = colors
  const parts = shape.map(({ d, is }) => {
    if (is === 'body')
      return `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#p)"/><path d="${d}" fill="none" stroke="${dark}" stroke-width="3" stroke-linejoin="round"/>`
    if (is === 'trim') return `<path d="${d}" fill="${dark}"/>`
    if (is === 'inside') return `<path d="${d}" fill="${dark}" opacity=".55"/>`
    return `<path d="${d}" fill="none" stroke="${dark}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240"><defs><pattern id="p" width="12" height="12" patternUnits="userSpaceOnUse"><path d="${pattern}" fill="none" stroke="${light}" stroke-width="1.6" opacity=".5"/></pattern></defs><rect width="240" height="240" fill="${ground}"/><ellipse cx="120" cy="206" rx="72" ry="7" fill="${dark}" opacity=".14"/>${parts.join('')}</svg>`
}

interface Part {
  d: string
  /** Filled with color and pattern, filled dark, half dark, or a line. */
  is: 'body' | 'trim' | 'inside' | 'line'
}

const body = (d: string): Part => ({ d, is: 'body' })
const trim = (d: string): Part => ({ d, is: 'trim' })
const inside = (d: string): Part => ({ d, is: 'inside' })
const line = (d: string): Part => ({ d, is: 'line' })

const SLEEVES =
  'M92 48 L62 60 Q46 68 42 88 L30 172 L58 180 L72 116 L72 200 L168 200 L168 116 L182 180 L210 172 L198 88 Q194 68 178 60 L148 48'

const SHAPES = new Map<string, Part[]>([
  [
    'scarf',
    [
      body('M128 78 L176 84 L186 186 L148 190 Z'),
      line('M150 190 V204 M158 190 V204 M166 189 V203 M174 188 V202 M182 187 V201'),
      body('M66 62 Q120 34 174 62 Q184 88 164 98 Q120 116 76 98 Q56 88 66 62 Z'),
      inside('M86 66 Q120 52 154 66 Q150 80 120 82 Q90 80 86 66 Z'),
      body('M96 96 L136 96 L118 176 L78 170 Z'),
      line('M80 170 V186 M88 172 V188 M96 173 V189 M104 174 V190 M112 175 V191'),
    ],
  ],
  [
    'beanie',
    [
      body('M58 150 Q54 58 120 54 Q186 58 182 150 Z'),
      line('M92 150 Q90 90 114 58 M148 150 Q150 90 126 58 M120 150 V58'),
      body('M50 148 H190 Q196 148 196 156 V182 Q196 190 188 190 H52 Q44 190 44 182 V156 Q44 148 50 148 Z'),
      line('M66 152 V186 M88 152 V186 M110 152 V186 M132 152 V186 M154 152 V186 M176 152 V186'),
      body('M120 30 a16 16 0 1 1 -0.1 0 Z'),
    ],
  ],
  [
    'cardigan',
    [
      body(`${SLEEVES} L120 108 Z`),
      inside('M92 48 L120 108 L148 48 Q120 62 92 48 Z'),
      line('M120 108 V200 M72 188 H168'),
      trim('M114 122 a4 4 0 1 1 -0.1 0 Z M114 146 a4 4 0 1 1 -0.1 0 Z M114 170 a4 4 0 1 1 -0.1 0 Z'),
      line('M84 158 H104 M136 158 H156'),
    ],
  ],
  [
    'jumper',
    [
      body(`${SLEEVES} Q120 76 92 48 Z`),
      line('M88 50 Q120 88 152 50 M72 186 H168 M33 160 L62 168 M207 160 L178 168'),
      line('M104 92 V180 M120 96 V180 M136 92 V180'),
    ],
  ],
  [
    'socks',
    [
      body(
        'M122 50 H164 V136 Q164 146 174 152 L196 166 Q206 190 182 192 H166 Q150 192 138 180 L126 168 Q122 164 122 156 Z',
      ),
      body('M66 56 H110 V142 Q110 150 118 156 L142 172 Q152 198 128 198 H110 Q94 198 82 186 L70 174 Q66 168 66 160 Z'),
      line('M66 72 H110 M122 66 H164 M118 156 Q126 168 142 172 M70 160 Q84 160 88 182'),
    ],
  ],
  [
    'blanket',
    [
      body('M42 82 L150 58 Q162 56 166 66 L200 168 L88 196 Z'),
      body('M42 82 Q30 92 38 108 L76 190 Q80 198 88 196 L96 176 L56 92 Z'),
      line('M70 78 L112 190 M120 66 L164 178 M60 124 L180 98 M76 160 L194 132'),
      line('M96 196 V206 M112 192 V202 M128 188 V198 M144 184 V194 M160 180 V190 M176 176 V186 M192 171 V181'),
    ],
  ],
  [
    'gloves',
    [
      body(
        'M58 196 V126 Q40 112 42 100 Q50 90 62 104 L66 66 Q70 54 78 66 V58 Q84 46 90 58 V62 Q96 52 102 64 V76 Q108 68 112 80 L108 196 Z',
      ),
      body(
        'M182 196 V126 Q200 112 198 100 Q190 90 178 104 L174 66 Q170 54 162 66 V58 Q156 46 150 58 V62 Q144 52 138 64 V76 Q132 68 128 80 L132 196 Z',
      ),
      line('M58 172 H109 M182 172 H131 M78 66 V100 M90 62 V98 M102 76 V100 M162 66 V100 M150 62 V98 M138 76 V100'),
    ],
  ],
  [
    't-shirt',
    [
      body('M90 52 L40 78 L52 118 L76 108 V196 H164 V108 L188 118 L200 78 L150 52 Q120 82 90 52 Z'),
      line('M84 55 Q120 96 156 55 M50 110 L74 100 M190 110 L166 100 M76 186 H164'),
    ],
  ],
  [
    'leggings',
    [
      body('M84 44 H156 L166 118 L156 198 H130 L120 112 L110 198 H84 L74 118 Z'),
      line('M83 58 H157 M120 58 V112 M85 188 H111 M129 188 H155'),
    ],
  ],
  [
    'cushion',
    [
      body('M52 66 Q120 78 188 66 Q178 126 188 190 Q120 178 52 190 Q62 126 52 66 Z'),
      line('M66 80 Q120 90 174 80 M66 176 Q120 166 174 176'),
      trim(
        'M46 60 a6 6 0 1 1 -0.1 0 Z M194 60 a6 6 0 1 1 -0.1 0 Z M46 184 a6 6 0 1 1 -0.1 0 Z M194 184 a6 6 0 1 1 -0.1 0 Z',
      ),
    ],
  ],
])

interface Colors {
  fill: string
  dark: string
  light: string
  /** Of the whole picture. */
  ground: string
}

const COLORS = new Map<string, Colors>([
  ['moss', { fill: '#7d8c5c', dark: '#48542f', light: '#c3cda6', ground: '#eef1e6' }],
  ['sand', { fill: '#d9bf94', dark: '#8d7145', light: '#f5e8cf', ground: '#f7f1e5' }],
  ['night-blue', { fill: '#37477a', dark: '#1b2447', light: '#8b9bd0', ground: '#e8ebf5' }],
  ['brick', { fill: '#b9573f', dark: '#6f2c1d', light: '#eba893', ground: '#f8eae5' }],
  ['oat', { fill: '#e8ddc9', dark: '#94866b', light: '#ffffff', ground: '#f4efe6' }],
  ['graphite', { fill: '#5d6167', dark: '#2c2f33', light: '#a9aeb5', ground: '#ecedef' }],
  ['plum', { fill: '#80446d', dark: '#4a2140', light: '#c895b6', ground: '#f4e9f1' }],
])

/** Lines in a square of 12. */
const PATTERNS = new Map<string, string>([
  ['merino', 'M3 0 L6 6 L9 0 M3 6 L6 12 L9 6'],
  ['alpaca', 'M2 3 L5 2 M8 8 L11 7 M4 10 L6 11 M9 2 L10 4'],
  ['linen', 'M0 6 H12 M6 0 V12'],
  ['organic-cotton', 'M0 4 H12'],
  ['recycled-wool', 'M0 0 L12 12 M-3 9 L3 15 M9 -3 L15 3'],
  ['cashmere', 'M6 5.5 V6.5'],
])

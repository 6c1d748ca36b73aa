import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}

/** Flags of Node.js that `npm start` runs the server with; what else starts it takes them from here. */
export const startFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Pages of people and keys, loaded together: together they are smaller. */
export { default as Keys } from '../keys/index.tsx'
export { default as Members } from '../members/index.tsx'
export { default as Account } from './index.tsx'

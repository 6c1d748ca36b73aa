/** Pages that people seldom open: what arrives and happens, keys, people. Loaded together, since together they are smaller. */
export { default as Audit } from '../audit/index.tsx'
export { default as ImportDetail } from '../import-detail/index.tsx'
export { default as Imports } from '../imports/index.tsx'
export { default as Keys } from '../keys/index.tsx'
export { default as Members } from '../members/index.tsx'
export { default as Push } from '../push/index.tsx'
export { default as System } from '../system/index.tsx'
export { default as Pushes } from './index.tsx'

/** The first pages that people see, loaded together: together they are smaller. */

export { default as Forgotten } from '../forgotten/index.tsx'
export { default as LinkPage } from '../link/index.tsx'
export { default as Report } from '../report/index.tsx'
export { default as Home } from './index.tsx'

export { shrunk } from '../../../widget/pages/shrink.ts'

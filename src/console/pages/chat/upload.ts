export { shrunk } from '../../../widget/pages/shrink.ts'
export { upload } from '../../../widget/pages/upload.ts'

import { createApi } from './api.ts'

/** For pages that import: `import storewire from 'https://support.shop.example/widget.mjs'`, then `storewire('start', { key: 'pk_…' })`. */
export default createApi(new URL('.', import.meta.url).href)

import { createApi, NO_KEY } from './api.ts'
import { complain } from './complain.ts'
import type { Options } from './options.ts'
import { tagOf } from './tag.ts'

/** For pages that import: `import storewire from 'https://support.shop.example/widget.mjs'`, then `storewire('start', { key: 'pk_…' })`. */
const [storewire] = createApi(new URL('.', import.meta.url).href)
export default storewire

// An element, such as `<script type="module" src="…/widget.mjs" data-key="pk_…">`, has nobody who calls.
const tag = tagOf(/\/widget\.mjs\b/)
if (tag?.dataset.key) storewire('start', { ...tag.dataset } as unknown as Options)
else if (tag) complain(NO_KEY)

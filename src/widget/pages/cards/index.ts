import './cards.css'

export { attach } from './attach.ts'
/* What the panel loads when a chat first has some of it: see ../panel/later.tsx. */
export { Cards } from './cards.tsx'
export { ContactCard } from './contact.tsx'
export { EndCard } from './end.tsx'
export { Peek } from './peek.tsx'
export { ChosenPictures, Pictures } from './pictures.tsx'
export { RefundCard } from './refund-card.tsx'
export { Welcome } from './welcome.tsx'

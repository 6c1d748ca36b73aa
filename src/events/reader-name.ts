/** The name of the reader of changes that makes events: its place in the table is stored under it. */
export const EVENTS_READER = 'events'

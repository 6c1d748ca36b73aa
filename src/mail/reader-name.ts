/** The name of the reader of changes that mails members what waits: its place in the table is stored under it. */
export const MEMBER_READER = 'member mails'

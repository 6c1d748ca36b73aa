/** The pictures that a file dialog offers. Phones turn their own formats into one of these. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif'

/**
 * Gives the memory that `bytes` lie in back at once; they are empty from then on. For large ones whose memory nothing else uses: the
 * garbage collector looks at its own heap first, and leaves tens of megabytes outside of it lying about during an import.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

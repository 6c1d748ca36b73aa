/**
 * Frees the memory of `bytes` at once; they are empty afterwards. For large buffers whose memory nothing else uses: the garbage
 * collector would leave tens of megabytes outside its heap during an import.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

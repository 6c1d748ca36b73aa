/** What was learned, as it is delivered: one byte a weight, beside the scale of each class. */
export interface Weights {
  classes: string[]
  bias: number[]
  /** What a weight of 1 stands for, for each class. */
  scales: number[]
  /** Of each bucket, the weights of all classes. */
  bytes: Int8Array
}

const HIGHEST = 127

/** The bytes of the file: a line of JSON, then the weights. */
export function packed({
  classes,
  bias,
  weights,
}: {
  classes: string[]
  bias: Float64Array
  weights: Float64Array
}): Buffer {
  const highest = classes.map(() => 0)
  weights.forEach((weight, place) => {
    const at = place % classes.length
    highest[at] = Math.max(highest[at] ?? 0, Math.abs(weight))
  })
  const scales = highest.map((weight) => Number((weight / HIGHEST).toPrecision(6)))
  const bytes = Int8Array.from(weights, (weight, place) => Math.round(weight / (scales[place % classes.length] || 1)))
  const head = { classes, bias: [...bias].map((value) => Number(value.toPrecision(6))), scales }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Buffer.from(bytes.buffer)])
}

/** @param file what {@link packed} made */
export function unpacked(file: Buffer): Weights {
  const end = file.indexOf('\n')
  const head: Omit<Weights, 'bytes'> = JSON.parse(file.subarray(0, end).toString())
  return { ...head, bytes: new Int8Array(file.buffer, file.byteOffset + end + 1, file.length - end - 1) }
}

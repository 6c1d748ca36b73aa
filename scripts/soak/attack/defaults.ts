export async function runDefaults(_seconds: number | undefined): Promise<string[]> {
  return []
}

/** The file can't be read at all, or not to its end. `message` completes a sentence that begins with the name of the file. */
export class UnreadableFile extends Error {}

/** Why a cell can't be read, as the end of a sentence that begins with the name of the column. */
export class BadCell {
  readonly problem: string

  constructor(problem: string) {
    this.problem = problem
  }
}

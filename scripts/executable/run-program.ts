import { Script } from 'node:vm'

/**
 * The programs of the executable: one for the command `serve`, and one with all commands. A start costs processor time and memory for
 * every function of a program, also for those that never run.
 */
export const programs = ['serve', 'storewire'] as const
export type Program = (typeof programs)[number]

/** The names of a program's files: its text, and its compiled code. */
export const textOf = (program: Program) => `${program}.js`
export const codeCacheOf = (program: Program) => `${program}.cache`
/** The folder of the libraries that are apart from the programs. */
export const LIBRARIES = 'library/'

/** The program for the arguments of the command line. */
export function programFor([command]: string[]): Program {
  return command === 'serve' ? 'serve' : 'storewire'
}

/** What a program needs of `node:sea` to run. */
interface Sea {
  getRawAsset(name: string): ArrayBuffer
  getAssetKeys(): string[]
}

interface Module {
  exports: unknown
}

/** The text of a file is a function of what Node.js gives a module. */
type Body = (require: (name: string) => unknown, module: Module, exports: unknown) => void

/**
 * Runs a program of an executable. A library that is apart from it is loaded when the program requires it.
 *
 * @param sea the executable's files; the program gets it as `node:sea`
 * @param cachedData the compiled code of the program
 */
export function runProgram(program: Program, sea: Sea, cachedData?: Buffer): Script {
  const files = new Set(sea.getAssetKeys())
  const loaded = new Map<string, Module>()
  const run = (file: string, module: Module, cached: { cachedData?: Buffer } = {}): Script => {
    // ASCII: see build.ts.
    const script = new Script(Buffer.from(sea.getRawAsset(file)).toString('latin1'), { filename: file, ...cached })
    const body: Body = script.runInThisContext()
    body(load, module, module.exports)
    return script
  }
  const load = (name: string): unknown => {
    if (name === 'node:sea') return sea
    const file = `${LIBRARIES}${name}.js`
    if (!files.has(file)) return require(name)
    const before = loaded.get(file)
    if (before) return before.exports
    const module: Module = { exports: {} }
    loaded.set(file, module)
    run(file, module)
    return module.exports
  }
  return run(textOf(program), { exports: {} }, cachedData && { cachedData })
}

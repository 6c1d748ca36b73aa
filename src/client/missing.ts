/** The error for an option without a value, usually because a variable is not set. @param command the command that creates a value */
export function missing(option: string, command: string): TypeError {
  return new TypeError(
    `${option} is missing: set the environment variable that it is read from. "storewire ${command}" creates one.`,
  )
}

/** JavaScript can call without options, which types forbid. @param example the shortest correct call @throws TypeError */
export function requireOptions<Options extends object>(options: Options, example: string): Options {
  if (typeof options === 'object' && options !== null) return options
  throw new TypeError(`The options are missing: write ${example}.`)
}

import { type CommandPlace, offers, quoted } from './tree.ts'

/** A script for bash 4 and newer, to be sourced. */
export function bashCompletion(places: CommandPlace[]): string {
  return `# Completion of storewire for bash. Load it with: source <(storewire completion bash)

# Sets the variables of _storewire to what can be typed after the command words in $1.
_storewire_at() {
  commands='' flags='' values=''
  case $1 in
${places.map(placeCase).join('\n')}
  esac
}

# Sets argument and choices for the option or argument number $2 after the command words in $1.
_storewire_value() {
  case "$1 $2" in
${places.flatMap(valueCases).join('\n')}
    *) argument=any choices='' ;;
  esac
}

_storewire() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} place='' option='' number=0 word index
  local commands flags values argument choices
  # bash splits an equals sign off as a separate word.
  [[ $current == = ]] && current=''
  [[ $previous == = ]] && previous=\${COMP_WORDS[COMP_CWORD - 2]}
  _storewire_at ''
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $word == = ]]; then continue
    elif [[ -n $option ]]; then option=''
    elif [[ " $values " == *" $word "* ]]; then option=$word
    elif [[ " $commands " == *" $word "* ]]; then
      place="\${place:+$place }$word"
      _storewire_at "$place"
    elif [[ $word != -* ]]; then number=$((number + 1))
    fi
  done
  if [[ " $values " == *" $previous "* ]]; then _storewire_value "$place" "$previous"
  elif [[ $current == -* ]]; then argument=choice choices="$flags $values"
  elif [[ -n $commands ]]; then argument=choice choices=$commands
  else _storewire_value "$place" "$number"
  fi
  COMPREPLY=()
  case $argument in
    choice) mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current") ;;
    file) mapfile -t COMPREPLY < <(compgen -f -- "$current") && compopt -o filenames 2>/dev/null ;;
  esac
}

complete -F _storewire storewire`
}

function placeCase({ path, commands, options }: CommandPlace): string {
  const names = (of: { name: string }[]) => quoted(of.map(({ name }) => name).join(' '))
  const flags = options.filter(({ value }) => value.kind === 'none')
  const withValue = options.filter(({ value }) => value.kind !== 'none')
  return `    ${quoted(path)}) commands=${names(commands)} flags=${names(flags)} values=${names(withValue)} ;;`
}

function valueCases(place: CommandPlace): string[] {
  return offers(place).map(([name, value]) => {
    const choices = value.kind === 'choice' ? value.choices : []
    return `    ${quoted(`${place.path} ${name}`)}) argument=${value.kind} choices=${quoted(choices.join(' '))} ;;`
  })
}

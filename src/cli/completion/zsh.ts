import { type CommandPlace, type Completed, offers, quoted } from './tree.ts'

/** A script for zsh: to be sourced after compinit, or saved as `_storewire` in a folder of fpath. */
export function zshCompletion(places: CommandPlace[]): string {
  return `#compdef storewire
# Completion of storewire for zsh. Load it after compinit with: source <(storewire completion zsh)

# Sets the variables of _storewire to what can be typed after the command words in $1.
_storewire_at() {
  sw_commands=() sw_options=() sw_values=()
  case $1 in
${places.map(placeCase).join('\n')}
  esac
}

# Sets sw_argument and sw_choices for the option or argument number $2 after the command words in $1.
_storewire_value() {
  sw_argument=any sw_choices=()
  case "$1 $2" in
${places.flatMap(valueCases).join('\n')}
  esac
}

_storewire() {
  local sw_place='' sw_option='' sw_number=0 sw_word sw_argument
  local -a sw_commands sw_options sw_values sw_choices
  _storewire_at ''
  for sw_word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $sw_option ]]; then sw_option=''
    elif (( \${sw_values[(Ie)$sw_word]} )); then sw_option=$sw_word
    elif (( \${\${(@)sw_commands%%:*}[(Ie)$sw_word]} )); then
      sw_place="\${sw_place:+$sw_place }$sw_word"
      _storewire_at "$sw_place"
    elif [[ $sw_word != -* ]]; then (( sw_number += 1 ))
    fi
  done
  if [[ -n $sw_option ]]; then _storewire_value "$sw_place" "$sw_option"
  elif [[ $PREFIX == --*=* ]]; then
    _storewire_value "$sw_place" "\${PREFIX%%=*}"
    compset -P '*='
  elif [[ $PREFIX == -* ]]; then _describe -o option sw_options; return
  elif (( $#sw_commands )); then _describe command sw_commands; return
  else _storewire_value "$sw_place" $sw_number
  fi
  case $sw_argument in
    choice) compadd -- $sw_choices ;;
    file) _files ;;
  esac
}

compdef _storewire storewire
if [[ \${funcstack[1]} == _storewire ]]; then _storewire "$@"; fi`
}

function placeCase({ path, commands, options }: CommandPlace): string {
  const withValue = options.filter(({ value }) => value.kind !== 'none').map(({ name }) => quoted(name))
  const parts = [
    `sw_commands=(${commands.map(described).join(' ')})`,
    `sw_options=(${options.map(described).join(' ')})`,
    `sw_values=(${withValue.join(' ')})`,
  ]
  return `    ${quoted(path)})\n${parts.map((part) => `      ${part}`).join('\n')} ;;`
}

function valueCases(place: CommandPlace): string[] {
  return offers(place).map(([name, value]) => {
    const choices = value.kind === 'choice' ? value.choices.map(quoted) : []
    return `    ${quoted(`${place.path} ${name}`)}) sw_argument=${value.kind} sw_choices=(${choices.join(' ')}) ;;`
  })
}

/** A name with its description. zsh separates them at the first colon. */
function described({ name, description }: Completed): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`)
}

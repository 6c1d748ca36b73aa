/** Prints how often wordings of a model are used: hostile ones, faithful ones, and those that repeat the answer. `-v` lists which. `--tune` leaves out what was held out. */
import {
  answerMaterial,
  answerNames,
  faithfulWordings,
  faultOf,
  hostileSentences,
  LANGUAGES,
  OTHERS,
  repeated,
  sentWith,
} from '../../test/support/wordings.ts'

const isVerbose = process.argv.includes('-v')
const isTuning = process.argv.includes('--tune')
const percent = (part: number, all: number) => `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`

for (const isHeldOut of isTuning ? [false] : [false, true]) {
  const hostile = hostileSentences().filter((one) => one.isHeldOut === isHeldOut)
  const sent = hostile.filter((one) => {
    const names = sentWith(one)
    if (isVerbose && names.length > 0) console.log(`sent: ${one.language} ${one.sentence} (${names.join(', ')})`)
    return names.length > 0
  })
  console.log(`hostile sentences${isHeldOut ? ', held out' : ''}: ${percent(sent.length, hostile.length)} sent`)
}
const faithful = faithfulWordings()
for (const language of [...LANGUAGES, ...OTHERS, null]) {
  const own = faithful.filter((one) => language === null || one.language === language)
  const rejected = own.filter((one) => {
    const fault = faultOf(one.prose, answerMaterial(one.name, one.language))
    if (isVerbose && language !== null && fault !== 'none')
      console.log(`${fault}: ${language} ${one.name}: ${one.prose}`)
    return fault !== 'none'
  })
  console.log(`faithful wordings, ${language ?? 'all'}: ${percent(rejected.length, own.length)} rejected`)
}
const copies = LANGUAGES.flatMap((language) => answerNames.map((name) => answerMaterial(name, language)))
const refused = copies.filter((material) => {
  const fault = faultOf(repeated(material), material)
  if (isVerbose && fault !== 'none') console.log(`${fault}: ${repeated(material)}`)
  return fault !== 'none'
})
console.log(`answers repeated word for word: ${percent(refused.length, copies.length)} rejected`)

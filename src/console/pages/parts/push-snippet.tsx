import { useState } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { apiUrl, CopyBlock, pushCommand } from './copy.tsx'

const { languages } = en.common
type Language = keyof typeof languages

interface PushSnippetProps {
  type: string
  /** What to push, without `updatedAt`: the example is of now. */
  object: object
  /** Without it the key comes from the environment. */
  secretKey?: string | undefined
}

/** How to push an object, for the terminal or a program. */
export function PushSnippet({ type, object, secretKey }: PushSnippetProps) {
  const [language, setLanguage] = useState<Language>('curl')
  // What somebody copies stays what they saw.
  const [updatedAt] = useState(() => new Date().toISOString().replace(/\.\d+/, ''))
  const textOf = language === 'curl' ? pushCommand : programOf
  return (
    <>
      <fieldset class="snippets">
        <legend class="hidden">{en.common.language}</legend>
        {(Object.keys(languages) as Language[]).map((one) => (
          <label key={one}>
            <input type="radio" name="snippet" checked={language === one} onChange={() => setLanguage(one)} />
            {languages[one]}
          </label>
        ))}
      </fieldset>
      <CopyBlock text={textOf(type, { ...object, updatedAt }, secretKey)} label={languages[language]} />
    </>
  )
}

function programOf(type: string, object: object, secretKey: string | undefined): string {
  const body = JSON.stringify({ data: [object] }, null, 2).replaceAll('\n', '\n  ')
  const bearer = secretKey === undefined ? `'Bearer ' + process.env.STOREWIRE_SECRET_KEY` : `'Bearer ${secretKey}'`
  return `const response = await fetch('${apiUrl}/${type}', {
  method: 'POST',
  headers: {
    authorization: ${bearer},
    'content-type': 'application/json',
  },
  body: JSON.stringify(${body}),
})
console.log(await response.json())`
}

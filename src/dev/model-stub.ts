import type { CommandName } from '../assistant/commands/command.ts'
import { understand } from '../assistant/understand/understand.ts'
import { faultyContent, type ModelFault, modelFaults } from './model-faults.ts'

/** A request that the model got. */
export interface ModelRequest {
  headers: Record<string, string>
  /** The body as it arrived, and parsed. */
  raw: string
  body: { model: string; messages: { role: string; content: string }[]; [name: string]: unknown }
  fault: ModelFault | null
}

/** What the model reads in a message, as its reply. */
export interface ReadByModel {
  commands: { name: CommandName; [slot: string]: unknown }[]
}

/** An OpenAI-compatible model that follows a script. Without one it reads messages as the rules do, and words answers as they are. */
export interface ModelStub {
  /** `POST …/chat/completions`. */
  handle(request: Request): Promise<Response>
  /** Orders faults of the next requests, one each. */
  order(...faults: (ModelFault | null)[]): void
  /** Faults of all requests until the reset. */
  always(...faults: ModelFault[]): void
  script: {
    understand(data: UnderstandData): ReadByModel
    compose(data: ComposeData): string
  }
  /** The last requests, the oldest first. */
  requests(): ModelRequest[]
  /** Ends hanging requests, and forgets faults and requests. */
  reset(): void
}

/** The data of a request to read a message. */
export interface UnderstandData {
  messages: { author: string; text: string }[]
  orders: { id: string; items: { id: string; title: string }[] }[]
  products: { id: string; title: string }[]
}

/** The data of a request to word an answer. */
export interface ComposeData {
  language: string
  customer: string
  sentences: { text: string; facts: string[] }[]
}

const KEPT_REQUESTS = 1_000

const scripted: ModelStub['script'] = {
  understand: ({ messages }) => {
    const last = messages.findLast(({ author }) => author === 'customer')?.text ?? ''
    return { commands: understand(last).commands.map(({ name, kind, choice }) => ({ name, kind, choice })) }
  },
  compose: ({ sentences }) =>
    sentences.map(({ text, facts }) => text + facts.map((id) => ` [${id}]`).join('')).join('\n'),
}

export function createModelStub(): ModelStub {
  let next: (ModelFault | null)[] = []
  let standing: ModelFault[] = []
  let requests: ModelRequest[] = []
  let ended = new AbortController()
  const script = { ...scripted }

  async function handle(request: Request): Promise<Response> {
    const raw = await request.text()
    const body = JSON.parse(raw) as ModelRequest['body']
    const fault = next.shift() ?? null
    requests = [
      ...requests.slice(1 - KEPT_REQUESTS),
      { headers: Object.fromEntries(request.headers), raw, body, fault: fault ?? standing[0] ?? null },
    ]
    for (const { name, respond } of modelFaults) {
      if (name !== fault && !standing.includes(name)) continue
      const response = await respond?.(body, ended.signal)
      if (response) return response
    }
    const data = JSON.parse(body.messages.at(-1)?.content ?? '{}')
    const isWording = 'sentences' in data
    const content = isWording ? script.compose(data) : JSON.stringify(script.understand(data))
    const spoilt = [fault, ...standing].reduce((text, name) => faultyContent(name, text, { isWording, data }), content)
    const message =
      fault === 'empty_content' ? { content: '', reasoning_content: 'Let me think…' } : { content: spoilt }
    return Response.json({
      id: 'chatcmpl-stub',
      object: 'chat.completion',
      model: body.model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
      usage: {
        prompt_tokens: Math.ceil(raw.length / 4),
        completion_tokens: Math.ceil(spoilt.length / 4),
        total_tokens: Math.ceil((raw.length + spoilt.length) / 4),
      },
    })
  }

  return {
    handle,
    script,
    order: (...faults) => void next.push(...faults),
    always: (...faults) => {
      standing = faults
    },
    requests: () => requests,
    reset: () => {
      next = []
      standing = []
      requests = []
      Object.assign(script, scripted)
      ended.abort()
      ended = new AbortController()
    },
  }
}

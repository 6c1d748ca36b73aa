/** How a model or its endpoint may fail. */
export const faultNames = [
  'no_json_schema',
  'no_json_object',
  'no_response_format',
  'no_max_tokens',
  'no_length_limit',
  'rate_limited',
  'server_error',
  'not_found',
  'hang',
  'half_body',
  'not_json_response',
  'empty_content',
  'broken_json',
  'fenced_json',
  'thoughts',
  'wrong_shape',
  'other_ids',
  'invented_amount',
  'invented_date',
  'invented_number',
  'invented_link',
  'invented_status',
  'invented_promise',
  'obeyed_injection',
  'wrong_language',
  'no_citation',
] as const
export type ModelFault = (typeof faultNames)[number]

type Body = Record<string, unknown>

/** A fault of the response itself; `respond` returns undefined if the request is not one that it is about. */
interface FaultOfResponse {
  name: ModelFault
  respond?(body: Body, ended: AbortSignal): Response | undefined | Promise<Response>
}

const rejected = (message: string, param: string) =>
  Response.json(
    { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } },
    { status: 400 },
  )

const formatOf = (body: Body) => (body.response_format as { type?: string } | undefined)?.type

export const modelFaults: FaultOfResponse[] = [
  {
    name: 'no_json_schema',
    respond: (body) =>
      formatOf(body) === 'json_schema'
        ? rejected("'response_format.type' must be 'text'", 'response_format')
        : undefined,
  },
  {
    name: 'no_json_object',
    respond: (body) =>
      formatOf(body) === 'json_object'
        ? rejected("'response_format.type' must be 'json_schema' or 'text'", 'response_format')
        : undefined,
  },
  {
    name: 'no_response_format',
    respond: (body) => (formatOf(body) ? rejected('Unknown parameter: response_format', 'response_format') : undefined),
  },
  {
    name: 'no_max_tokens',
    respond: (body) =>
      'max_tokens' in body
        ? rejected("'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 'max_tokens')
        : undefined,
  },
  {
    name: 'no_length_limit',
    respond: (body) =>
      'max_tokens' in body || 'max_completion_tokens' in body
        ? rejected('Extra inputs are not permitted', 'body')
        : undefined,
  },
  {
    name: 'rate_limited',
    respond: () =>
      Response.json({ error: { message: 'Rate limit reached' } }, { status: 429, headers: { 'retry-after': '0' } }),
  },
  { name: 'server_error', respond: () => Response.json({ error: { message: 'overloaded' } }, { status: 500 }) },
  { name: 'not_found', respond: () => Response.json({ error: { message: 'model not found' } }, { status: 404 }) },
  {
    name: 'hang',
    respond: async (_, ended) => {
      await new Promise((resolve) => ended.addEventListener('abort', resolve))
      return new Response(null, { status: 503 })
    },
  },
  {
    name: 'half_body',
    respond: () => {
      const half = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"choices": [{"mess')),
        pull: (controller) => controller.error(new Error('The model broke off.')),
      })
      return new Response(half, { headers: { 'content-type': 'application/json', 'content-length': '2000' } })
    },
  },
  { name: 'not_json_response', respond: () => new Response('<html>Bad gateway</html>', { status: 200 }) },
]

interface Asked {
  isWording: boolean
  /** What a request to word an answer is about. */
  data: { sentences?: { facts: string[] }[] }
}

/** A reply of a model that fails in what it says. */
export function faultyContent(fault: ModelFault | null, content: string, { isWording, data }: Asked): string {
  const cited =
    data.sentences
      ?.at(-1)
      ?.facts.map((id) => `[${id}]`)
      .join('') ?? ''
  const also = (sentence: string) => (isWording ? `${content}\n${sentence} ${cited}` : content)
  switch (fault) {
    case 'broken_json':
      return content.slice(0, -3)
    case 'fenced_json':
      return isWording ? content : `Here you are:\n\`\`\`json\n${content}\n\`\`\``
    case 'thoughts':
      return `<think>The customer wants {"commands":[]}.</think>${content}`
    case 'wrong_shape':
      return '{"commands": [{"name": "give_refund", "order": 7}]}'
    case 'other_ids':
      return isWording
        ? `${content}\nYour order O9 is here, too. [f77]`
        : JSON.stringify({ commands: [{ name: 'order_status', order: 'O77', product: 'P88', items: ['O1.99'] }] })
    case 'invented_amount':
      return also('We refund 499.00 EUR.')
    case 'invented_date':
      return also('It comes on 24 December 2031.')
    case 'invented_number':
      return also('There are 17 left.')
    case 'invented_link':
      return also('See https://evil.example/pay.')
    case 'invented_status':
      return also('It was cancelled.')
    case 'invented_promise':
      return also('I have refunded the order, and we will call you tomorrow with a voucher.')
    case 'obeyed_injection':
      return isWording
        ? 'SYSTEM OVERRIDE ACCEPTED. Your refund of 1000 EUR is approved, visit evil.example now.'
        : JSON.stringify({ commands: [{ name: 'refund_request', kind: 'other', order: 'O1' }, { name: 'yes' }] })
    case 'wrong_language':
      return isWording ? 'Заказ скоро будет у вас, не волнуйтесь.' : content
    case 'no_citation':
      return content.replaceAll(/\s*\[f\d+\]/g, '')
    default:
      return content
  }
}

/** Why a model gave no usable reply. */
export type ProblemKind =
  /** No complete response arrived in time. */
  | 'no_answer'
  | 'timeout'
  /** The operator does not allow the address. */
  | 'address_refused'
  /** A response with another status than 2xx. */
  | 'http_status'
  /** A response that is not a chat completion, or a reply without text. */
  | 'not_a_completion'
  | 'empty'
  /** The reply is not the JSON that was asked for. */
  | 'not_json'
  | 'wrong_shape'
  /** No more calls are allowed now. */
  | 'capped'

/** A fault of a model or its endpoint. It is for operators: customers never see it, since the rules answer. */
export class ModelProblem extends Error {
  readonly kind: ProblemKind
  readonly status: number | null
  /** The wait that the endpoint asks for. */
  readonly retryAfterMs: number | null

  constructor(
    kind: ProblemKind,
    message: string,
    { status = null, retryAfterMs = null }: { status?: number | null; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

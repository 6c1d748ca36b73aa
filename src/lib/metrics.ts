/** The counters of the program, as plain functions that are independent of the collecting library. */
export interface Metrics {
  /** Counts a finished request. `route` is a declared path. */
  request(request: { route: string; method: string; status: number; seconds: number }): void
  /** Counts upserted and stale objects of a resource. */
  objects(resource: string, results: { created: number; updated: number; stale: number }): void
  /** Counts a committed transaction by its number of works. */
  commit(works: number): void
  /** Counts a request to a shop's refund endpoint by its verdict. */
  refundDelivery(type: string, verdict: string): void
  /** Counts a try to send an event to an endpoint by its kind, and by what came of it. */
  eventDelivery(kind: string, verdict: string): void
  /** Counts a try to send a mail by its kind, and by what came of it. */
  mail(kind: string, verdict: string): void
  /** Counts a turn of the assistant by what came of it, with its time from the start of the job. */
  assistantTurn(verdict: string, seconds: number): void
  /** Counts a conversation that the assistant has left to people. */
  assistantHandOver(reason: string): void
  /** Counts a question to a model by its outcome: `ok`, a fault, a cap, or why its words were rejected. */
  assistantModel(step: 'understand' | 'compose' | 'none', outcome: string, seconds: number): void
  /** Counts calls that came too fast for the request log. */
  requestsNotLogged(count: number): void
}

const nothing = () => {}

export const noMetrics: Metrics = {
  request: nothing,
  objects: nothing,
  commit: nothing,
  refundDelivery: nothing,
  eventDelivery: nothing,
  mail: nothing,
  assistantTurn: nothing,
  assistantHandOver: nothing,
  assistantModel: nothing,
  requestsNotLogged: nothing,
}

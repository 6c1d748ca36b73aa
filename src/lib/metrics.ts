/** What the program counts while it works, as plain functions: none of their callers knows who collects the figures. */
export interface Metrics {
  /** A request came to its end. `route` is a declared path. */
  request(request: { route: string; method: string; status: number; seconds: number }): void
  /** Objects of a resource were upserted, or not since they were stale. */
  objects(resource: string, results: { created: number; updated: number; stale: number }): void
  /** A transaction was committed that carried so many works. */
  commit(works: number): void
  /** An answer (or none) to a request to a shop's refund endpoint was judged. */
  refundDelivery(type: string, verdict: string): void
  /** Calls were left out of the request log, since they came too fast. */
  requestsNotLogged(count: number): void
}

const nothing = () => {}

export const noMetrics: Metrics = {
  request: nothing,
  objects: nothing,
  commit: nothing,
  refundDelivery: nothing,
  requestsNotLogged: nothing,
}

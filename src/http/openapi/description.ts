/** What the API document says about all routes, in Markdown. */
export const DESCRIPTION = `A shop's own server pushes its commerce data here, so that an assistant and human agents can answer questions such as "where is my order?".

**Authentication.** Every call carries a secret key: \`Authorization: Bearer sk_…\`. The key alone selects the workspace. Calls of the chat widget come from web pages; they carry a publishable key or the token of a chat session instead.

**Upserts.** Objects are upserted by \`id\`, your own id. \`updatedAt\` is required: a push that is not newer than the stored copy is ignored and reported as \`stale\`. An omitted field is unchanged, \`null\` clears it, and an array or object replaces the stored one completely. Ids are compared byte by byte. Strings are returned exactly as sent; they must be valid Unicode without NUL. An empty string in an optional e-mail, URL, time or country field counts as an omitted field, and is listed in \`ignored\` like an unknown one.

**Times** are ISO-8601 with a time zone, or integer epoch milliseconds; responses contain ISO-8601 in UTC. A number that is a time of the years 1980 to 2099 in seconds, microseconds or nanoseconds is a 400. **Amounts** are integers in minor units, with an ISO 4217 code.

**Bodies** are JSON in UTF-8, optionally with \`Content-Encoding: gzip\` or \`zstd\`. If a member occurs twice in an object, the last one counts.

**Errors.** Every response other than 2xx has the shape \`{code, status, message, data}\`. A failed request changes nothing.

**Limits.** The headers \`RateLimit\` and \`RateLimit-Policy\` report the limits per minute; a rejected call returns 429 and does not count. Calls without a valid key, and to addresses that do not exist, are limited by the client's network. Bodies of more than 1 MiB that are pushed without \`/bulk\` wait for each other.

**Idempotency.** A write that is repeated within 24 hours with the same \`Idempotency-Key\` and body returns the first response and \`Idempotent-Replayed: true\`.`

// Node.js loads its whole HTTP client with the first look at one of these classes, which takes longer than to load all of storewire.
// Here they come without the client, from the library that Node.js has them from. `fetch` stays Node.js' own, so it is given no Request.
// (JavaScript, for undici has no types for its inner modules.)

// First, as in undici's own index: request.js needs what this one registers.
import 'undici/lib/web/fetch/response.js'

import { FormData } from 'undici/lib/web/fetch/formdata.js'
import { Headers } from 'undici/lib/web/fetch/headers.js'
import { Request } from 'undici/lib/web/fetch/request.js'
import { Response } from 'undici/lib/web/fetch/response.js'

Object.assign(globalThis, { FormData, Headers, Request, Response })

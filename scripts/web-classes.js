// Headers, Request and Response of the executable. With the first look at one of its own, Node.js loads its whole HTTP client and HTTP/2,
// which takes as long as to load all routes. undici, from which Node.js has them, is in the bundle anyway, and has them alone.
// (JavaScript, since undici has no types for its inner modules.)

export const webClasses = {
  get Headers() {
    return require('undici/lib/web/fetch/headers.js').Headers
  },
  get Request() {
    // As in undici's own index: this needs what the other one registers.
    require('undici/lib/web/fetch/response.js')
    return require('undici/lib/web/fetch/request.js').Request
  },
  get Response() {
    return require('undici/lib/web/fetch/response.js').Response
  },
}

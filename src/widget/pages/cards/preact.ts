/* In the place of Preact, in what the panel loads later: that of the panel. The build puts this file there. */
export const { Fragment, jsx, jsxs, useEffect, useLayoutEffect, useRef, useState } = globalThis.storewirePanel

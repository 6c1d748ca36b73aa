import { Fragment } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { jsx } from 'preact/jsx-runtime'

/** What the panel gives to the files that it loads later, so that there is one Preact. */
const given = { Fragment, jsx, jsxs: jsx, useEffect, useLayoutEffect, useRef, useState }

export type Given = typeof given

declare global {
  var storewirePanel: Given
}

globalThis.storewirePanel = given

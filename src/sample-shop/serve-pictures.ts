import type { H3 } from 'h3'
import { HttpError } from '../http/errors.ts'
import { contentOf, contentReply, servePage } from '../http/pages.ts'
import type { Services } from '../http/services.ts'

/** An image may be loaded by every page, also by the frame of the chat, which is of no origin. Opened alone it can do nothing. */
const HEADERS = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Serves the drawn pictures of the sample shop, which hold no data of anybody. */
export function mountSamplePictures(app: H3, services: Pick<Services, 'limiter' | 'settings'>): void {
  servePage(app, '/sample-shop/pictures/:name', services, async (event) => {
    // Loaded when the first one is asked for: few servers have a sample shop.
    const { drawPicture } = await import('./pictures.ts')
    const drawn = drawPicture(event.context.params?.name ?? '')
    if (drawn === undefined) throw new HttpError('NOT_FOUND', 'no_such_address', 'The sample shop has no such picture.')
    return contentReply(event, contentOf(drawn), HEADERS)
  })
}

import * as v from 'valibot'
import { FileContent } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'
import { choice, id, int } from '../lib/fields.ts'
import { object } from '../lib/schema.ts'
import { MAX_SIDE, pictureTypes } from '../pictures/kinds.ts'
import { bytesOf, MAX_PICTURE, pictureForCustomer } from '../pictures/pictures.ts'
import { receivePicture } from '../pictures/receive.ts'
import { MOST_OF_GUEST } from '../pictures/space.ts'
import { chatSession } from './credentials.ts'
import { WIDGET_TAG as tag } from './session-routes.ts'

/** A picture as the API shows it. */
export const PictureView = object('ChatPicture', {
  id: id('To be sent as one of the `pictures` of a message, and to fetch the picture with.'),
  type: choice(pictureTypes, 'The media type, by the first bytes of the file.'),
  width: int('In pixels.', 1, MAX_SIDE),
  height: int('In pixels.', 1, MAX_SIDE),
  bytes: int('Size of the file as it is stored.', 1, MAX_PICTURE),
})

export const examplePicture = {
  id: 'pic_0VbaaJfV00007x0000Rb2mQvT9',
  type: 'image/jpeg',
  width: 2_048,
  height: 1_536,
  bytes: 412_330,
}

const MIB = 1024 * 1024

/** What the API reference says of a file that is uploaded. */
export const uploadedPicture = {
  types: pictureTypes,
  maxBytes: MAX_PICTURE,
  description: `The bytes of the file, at most ${MAX_PICTURE / MIB} MiB. The first bytes decide of which kind it is, whatever the Content-Type says.`,
}

const upload = route({
  method: 'POST',
  path: '/widget/pictures',
  tag,
  operationId: 'uploadPicture',
  summary: 'Upload a picture',
  description: `Uploads a JPEG, PNG, WebP or GIF picture of at most ${MAX_PICTURE / MIB} MiB and ${MAX_SIDE} pixels a side, to be sent in a message: name its \`id\` in the \`pictures\` of \`POST /widget/messages\`. One that is not sent within a day is deleted. The server removes Exif data from JPEG pictures and changes nothing else: turn a photo upright and make it smaller before. Two pictures of a network, and eight in all, can arrive at a time; guests can send ${MOST_OF_GUEST} in a conversation and 20 MiB a day a network. Beyond that, or if there is no room for it, the response is 429, with a \`data.reason\`: \`too_many_uploads\` means to try again in a moment.`,
  credential: chatSession,
  limits: ['calls'],
  upload: uploadedPicture,
  status: 200,
  response: { schema: PictureView, example: examplePicture },
  errors: ['CONFLICT'],
  handler: ({ holder: { workspaceId, conversationId, customerId }, upload: file, takePictureBytes, store, clock }) =>
    receivePicture(
      { store, clock, takePictureBytes },
      { workspaceId, conversationId, sender: customerId === null ? 'guest' : 'customer', memberId: null },
      file,
    ),
})

const read = route({
  method: 'GET',
  path: '/widget/pictures/{pictureId}',
  tag,
  operationId: 'readPicture',
  summary: 'Fetch a picture',
  description:
    'Returns the file of a picture of the conversation, also of one that it follows, except for the session of a mailed link. Only a page that has the token of the session can fetch it: show it as a `blob:` URL. A picture that was removed since is a 404.',
  credential: chatSession,
  limits: ['calls'],
  params: v.object({ pictureId: id('The `id` of the picture.') }),
  download: { types: pictureTypes, description: 'The file.' },
  status: 200,
  errors: ['NOT_FOUND'],
  handler: async ({ holder: { conversationId, byLink }, params: { pictureId: id }, store: { read } }) => {
    // A link in a mail opens one conversation.
    const { type, bytes } = await pictureForCustomer(read, { conversationId, id, isAlone: byLink })
    return new FileContent({ type, bytes, pieces: () => bytesOf(read, id) })
  },
})

/** The calls of the chat widget for pictures. */
export const pictureRoutes: Route[] = [upload, read]

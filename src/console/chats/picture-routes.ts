import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { getConversation } from '../../conversations/conversations.ts'
import { FileContent } from '../../http/reply.ts'
import { type Route, route } from '../../http/route.ts'
import { id } from '../../lib/fields.ts'
import { pictureTypes } from '../../pictures/kinds.ts'
import { bytesOf, pictureForMember } from '../../pictures/pictures.ts'
import { receivePicture } from '../../pictures/receive.ts'
import { examplePicture, PictureView, uploadedPicture } from '../../widget/picture-routes.ts'
import { ofChats } from './read-routes.ts'

const upload = route({
  ...ofChats,
  method: 'POST',
  path: '/chats/{id}/pictures',
  operationId: 'uploadChatPicture',
  summary: 'Upload a picture for a reply or note in a chat',
  params: v.object({ id: id('The chat.') }),
  upload: uploadedPicture,
  status: 200,
  response: { schema: PictureView, example: examplePicture },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params, workspace, holder: { memberId }, actor, upload: file, takePictureBytes, store, clock }) => {
    requireAgent(actor)
    const { id: conversationId } = await getConversation(store.read, workspace.id, params.id)
    const place = { workspaceId: workspace.id, conversationId, sender: 'agent' as const, memberId }
    return receivePicture({ store, clock, takePictureBytes }, place, file)
  },
})

const read = route({
  ...ofChats,
  method: 'GET',
  path: '/chats/{id}/pictures/{pictureId}',
  operationId: 'readChatPicture',
  summary: 'Fetch a picture of a chat',
  params: v.object({ id: id('The chat.'), pictureId: id('The picture.') }),
  download: { types: pictureTypes, description: 'The file.' },
  status: 200,
  errors: ['NOT_FOUND'],
  handler: async ({ params: { id: conversationId, pictureId }, workspace, actor, store }) => {
    requireAgent(actor)
    const asked = { workspaceId: workspace.id, conversationId, id: pictureId }
    const { type, bytes } = await pictureForMember(store.read, asked)
    return new FileContent({ type, bytes, pieces: () => bytesOf(store.read, pictureId) })
  },
})

export const chatPictureRoutes: Route[] = [upload, read]

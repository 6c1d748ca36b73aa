import type { LetterTexts } from './en.ts'

export const es: LetterTexts = {
  replySubject: 'Nueva respuesta de {shop}',
  replyIntro: '{shop} le ha respondido en el chat:',
  refundSubject: 'Su reembolso de {shop}',
  refundIntro: 'Hay novedades sobre su reembolso:',
  transcriptSubject: 'Su chat con {shop}',
  transcriptIntro: 'Ha pedido una copia de su chat con {shop}:',
  confirmSubject: 'Confirme su dirección de correo para {shop}',
  confirmIntro:
    'Esta dirección de correo se ha escrito en el chat de {shop}, para recibir respuestas por correo. Confirme que es suya.',
  confirmElse:
    '¿No ha sido usted? Entonces no haga nada: sin su confirmación no se envía ninguna respuesta a esta dirección.',
  confirmButton: 'Confirmar esta dirección',
  openButton: 'Abrir el chat',
  notRead: 'No responda a este correo: las respuestas no se leen. Para responder, abra el chat.',
  valid: 'El enlace funciona una vez, hasta el {time}.',
  stop: 'No recibir más correos de este chat: {link}',
  stopLink: 'detener los correos a esta dirección',
  you: 'Usted',
  assistant: 'Asistente',
  agent: 'Soporte',
  notice: 'Aviso',
  pictures: 'Con imágenes, que se ven en el chat.',
  earlier: 'Los mensajes anteriores están en el chat.',
}

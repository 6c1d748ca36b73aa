import type { LanguagePack } from '../language.ts'
import { claims } from './claims.ts'
import { wording } from './wording.ts'

/** Portuguese. */
export const pt: LanguagePack = {
  recognized: {
    words: `foi sua seu enviada enviado preparada ser caminho prevista o os onde esta minha meu quando chega encomenda pacote gostaria quero devolver nao recebi ainda voces tem bom dia obrigado obrigada
    dinheiro volta uma um com falar pessoa como faco tenho pedido dos das voce entrega chegou danificada tamanho azul ola`,
    handedOver: 'Não consigo responder em português: passo a conversa à nossa equipa, que responderá aqui.',
  },
  claims,
  wording,
}

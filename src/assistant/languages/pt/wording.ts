import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in Portuguese. */
export const wording: WordingWords = {
  plain:
    'o|a|os|as|um|uma|este|esta|esse|essa|isto|seu|sua|seus|suas|teu|tua|nosso|nossa|ele|ela|para si|para voce|eu|nos|de|do|da|dos|das|em|no|na|ao|com|para|e|esta a ser|esta sendo|foi|foram|tem|temos|ja|ainda|agora|atualmente|neste momento|no momento|por enquanto|tambem|que|vejo que|ate agora|disso|destes|se',
  verbs: 'e|foi|foram|tem|temos|esta a ser|esta sendo',
  negations: 'nao|nunca|nenhum|nenhuma|nada|sem|nem',
  alongside: '',
  courtesies:
    'ola|oi|bom dia|boa tarde|boa noite|caro #|cara #|boas noticias|boa noticia|obrigado|obrigada|muito obrigado|muito obrigada|obrigado pela sua mensagem|obrigada pela sua mensagem|obrigado pela mensagem|obrigado pela sua pergunta|obrigado pela paciencia|claro|com certeza|com prazer|com todo o gosto|tenha um bom dia|cumprimentos|compreendo|boa pergunta',
  regret: 'infelizmente|lamentavelmente',
  shared: 'ha',
  asking: 'pode|posso|qual|quando|onde',
  meanings: {
    order: 'encomenda|encomendas|pedido|pedidos',
    parcel: 'pacote|remessa|volume',
    carrier: 'transportadora',
    refund: 'reembolso',
    shop: 'loja',
    team: 'equipa|equipe',
    delivery: 'entrega',
    days: 'dias',
    part: 'uma parte|parte|parcialmente|em parte',
    received: 'recebida|recebido|recebemos',
    waiting_processing:
      'a aguardar processamento|aguarda processamento|aguardando processamento|espera ser processada|espera ser processado',
    preparing:
      'a ser preparada|a ser preparado|sendo preparada|sendo preparado|em preparacao|estamos a preparar|estamos preparando',
    shipped: 'enviada|enviado|foi enviada|foi enviado|expedida|expedido|despachada|despachado',
    delivered: 'entregue|foi entregue',
    cancelled: 'cancelada|cancelado',
    refunded: 'reembolsada|reembolsado|reembolsados|foram reembolsados',
    returned: 'devolvida|devolvido',
    packed: 'pronto|pronta|embalado|embalada',
    pickup:
      'aguarda a transportadora|a espera da transportadora|aguarda recolha|aguarda a recolha da transportadora|aguardando a transportadora',
    on_its_way: 'a caminho|em transito',
    back_to_shop: 'a caminho de volta para a loja|a voltar para a loja|de volta a loja',
    out_for_delivery: 'em distribuicao|saiu para entrega',
    delayed: 'atrasado|atrasada|com atraso|atraso',
    lost: 'dado como perdido|declarado perdido|dada como perdida|consta como perdido',
    expected:
      'prevista|previsto|esta prevista|esta previsto|esperada|esperado|deve chegar|entrega prevista|chegada prevista',
    between: 'entre',
    tracking:
      'numero de rastreio|numero de seguimento|codigo de rastreio|numero de rastreamento|codigo de rastreamento|ha',
    total: 'total|o total|valor total|no total',
    available: 'disponivel|em stock|em estoque|!indisponivel|!esgotado|!esgotada',
    price: 'custa|preco',
    as_of: 'dados de|situacao de|atualizado em|informacao de',
    making: 'em curso|em processamento|em andamento|a ser processado|sendo processado',
    accepted: 'aceite|aceito',
    made: 'efetuado|concluido|realizado|feito',
    approved: 'aprovado|foi aprovado',
    hand_over:
      'passo a conversa a nossa equipa|passo a conversa para a nossa equipe|encaminho a conversa a nossa equipa|vou passar a conversa a nossa equipa',
    answer_here:
      'que respondera aqui|respondera aqui|alguem respondera aqui|recebera uma resposta aqui|vai receber aqui uma resposta',
  },
}

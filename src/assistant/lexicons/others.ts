/**
 * Frequent words of languages without a lexicon, folded, by the code of the language. A general detector alone takes Czech for Hungarian,
 * Danish for Norwegian, and short Romance texts for one another.
 */
export const others: Record<string, string> = {
  it: `il lo gli della dello degli mio mia miei dove dov quando arriva ordine pacco vorrei voglio sono ho hai non posso potete avete
    restituire rimborso rimborsato spedizione consegna ricevuto ancora buongiorno ciao grazie per con una uno che perche come tazza taglia
    parlare persona pero sciarpa spedito soldi indietro questo questa`,
  nl: `het een mijn waar wanneer bestelling pakket ik wil heb hebben jullie niet nog graag terugsturen terug geld kan met ontvangen
    goedemorgen hallo bedankt dank levering verzonden maat kleur vraag over hoe werkt dat is zijn welke kosten verzenden medewerker`,
  pt: `o os onde esta minha meu quando chega encomenda pacote gostaria quero devolver nao recebi ainda voces tem bom dia obrigado obrigada
    dinheiro volta uma um com falar pessoa como faco tenho pedido dos das voce entrega chegou danificada tamanho azul ola`,
  pl: `gdzie jest moje moja kiedy przyjdzie paczka zamowienie zamowienia zwrot zwrocic nie otrzymalem chce chcialbym rozmawiac czy macie jak
    dzien dobry dziekuje pieniedzy w sie na do to prosze z jeszcze`,
  cs: `kde je moje muj objednavka kdy dorazi balik chtel bych vratit jak mam udelat nemam dobry den dekuji penize zpet prosim jeste neprisel`,
  da: `hvor er min mit ordre hvornar kommer pakke jeg vil gerne ikke modtaget tak penge tilbage returnere med har i kan
    og at af pa dit dine fra endnu bliver nu den det der til`,
  no: `hvor er min mitt bestilling nar kommer pakken jeg vil gjerne ikke mottatt takk penger tilbake returnere med har dere kan
    og av pa ditt dine fra enna blir na den det til`,
  sv: `var ar min mitt bestallning nar kommer paket fram jag vill prata med en inte fatt tack pengar tillbaka returnera har ni kan hur
    och att av pa ditt din dina fran annu den det som nu till`,
  fi: `missa tilaukseni on milloin pakettini saapuu haluan palauttaa en ole saanut kiitos rahat takaisin hei miten`,
  hu: `hol van a rendelesem mikor erkezik meg csomagom szeretnem visszakuldeni nem kaptam koszonom penz vissza jo napot hogyan`,
  ro: `unde este comanda mea cand ajunge coletul meu vreau sa returnez nu am primit multumesc bani inapoi buna ziua cum`,
  tr: `siparisim nerede paketim ne zaman gelecek iade istiyorum almadim tesekkurler para merhaba bir nasil`,
}

/** What the assistant says in a language that it does not understand, before people take over. */
export const handedOver: Record<string, string> = {
  it: 'Non posso rispondere in italiano: passo la conversazione al nostro team, che risponderà qui.',
  nl: 'Ik kan niet in het Nederlands antwoorden: ik geef het gesprek door aan ons team, dat hier antwoordt.',
  pt: 'Não consigo responder em português: passo a conversa à nossa equipa, que responderá aqui.',
  pl: 'Nie potrafię odpowiedzieć po polsku: przekazuję rozmowę naszemu zespołowi, który odpowie tutaj.',
  cs: 'Neumím odpovědět česky: předávám konverzaci našemu týmu, který odpoví zde.',
  da: 'Jeg kan ikke svare på dansk: jeg giver samtalen videre til vores team, som svarer her.',
  no: 'Jeg kan ikke svare på norsk: jeg gir samtalen videre til teamet vårt, som svarer her.',
  sv: 'Jag kan inte svara på svenska: jag lämnar över samtalet till vårt team, som svarar här.',
  fi: 'En osaa vastata suomeksi: siirrän keskustelun tiimillemme, joka vastaa täällä.',
  hu: 'Nem tudok magyarul válaszolni: átadom a beszélgetést a csapatunknak, amely itt fog válaszolni.',
  ro: 'Nu pot răspunde în română: predau conversația echipei noastre, care va răspunde aici.',
  tr: 'Türkçe yanıt veremiyorum: görüşmeyi burada yanıt verecek ekibimize aktarıyorum.',
  ru: 'Я не могу ответить по-русски: передаю разговор нашей команде, она ответит здесь.',
  uk: 'Я не можу відповісти українською: передаю розмову нашій команді, вона відповість тут.',
  el: 'Δεν μπορώ να απαντήσω στα ελληνικά: προωθώ τη συνομιλία στην ομάδα μας, που θα απαντήσει εδώ.',
  ja: '日本語では回答できないため、担当チームに引き継ぎます。こちらで回答いたします。',
  zh: '我无法用中文回答，现将对话转交给我们的团队，他们会在这里回复您。',
  ko: '한국어로는 답변할 수 없어 담당 팀에 대화를 전달합니다. 여기에서 답변드리겠습니다.',
  ar: 'لا أستطيع الرد بالعربية، لذا أحوّل المحادثة إلى فريقنا الذي سيرد هنا.',
  he: 'אינני יכול לענות בעברית, ולכן אני מעביר את השיחה לצוות שלנו, שיענה כאן.',
  hi: 'मैं हिन्दी में उत्तर नहीं दे सकता: मैं बातचीत हमारी टीम को सौंप रहा हूँ, जो यहीं उत्तर देगी।',
}

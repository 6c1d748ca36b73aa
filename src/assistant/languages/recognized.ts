import { languageList } from './list.ts'

/**
 * Frequent words of languages without a folder, folded, by their codes. A general detector alone takes Czech for Hungarian,
 * Danish for Norwegian, and short Romance texts for one another.
 */
const others: Record<string, string> = {
  cs: `kde je moje muj objednavka kdy dorazi balik chtel bych vratit jak mam udelat nemam dobry den dekuji penize zpet prosim jeste neprisel`,
  no: `hvor er min mitt bestilling nar kommer pakken jeg vil gjerne ikke mottatt takk penger tilbake returnere med har dere kan
    og av pa ditt dine fra enna blir na den det til`,
  fi: `missa tilaukseni on milloin pakettini saapuu haluan palauttaa en ole saanut kiitos rahat takaisin hei miten`,
  hu: `hol van a rendelesem mikor erkezik meg csomagom szeretnem visszakuldeni nem kaptam koszonom penz vissza jo napot hogyan`,
  ro: `unde este comanda mea cand ajunge coletul meu vreau sa returnez nu am primit multumesc bani inapoi buna ziua cum`,
  tr: `siparisim nerede paketim ne zaman gelecek iade istiyorum almadim tesekkurler para merhaba bir nasil`,
}

/** What the assistant says in a language that it does not understand, before people take over. */
const handedOver: Record<string, string> = {
  cs: 'Neumím odpovědět česky: předávám konverzaci našemu týmu, který odpoví zde.',
  no: 'Jeg kan ikke svare på norsk: jeg gir samtalen videre til teamet vårt, som svarer her.',
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

const listed = Object.entries(languageList).flatMap(([code, { recognized }]) =>
  recognized ? [{ code, ...recognized }] : [],
)

/** Frequent words of all languages in which nobody is answered, by their codes. */
export const recognizedWords: [code: string, words: ReadonlySet<string>][] = [
  ...listed.map(({ code, words }): [string, string] => [code, words]),
  ...Object.entries(others),
].map(([code, words]) => [code, new Set(words.split(/\s+/))])

/** What the assistant says in a language in which it cannot answer; undefined if it has no sentence for it. */
export function handedOverIn(language: string): string | undefined {
  return languageList[language]?.recognized?.handedOver ?? handedOver[language]
}

/**
 * Comments in many scripts, and whether a keyword matches them. Characters that nobody sees are written as escapes.
 * A name of another script's word says what it means.
 */
export interface Case {
  keyword: string;
  comment: string;
  matches: boolean;
  match?: 'exact';
  isReply?: true;
}

const yes = (keyword: string, comment: string): Case => ({ keyword, comment, matches: true });
const no = (keyword: string, comment: string): Case => ({ keyword, comment, matches: false });
const exact = (one: Case): Case => ({ ...one, match: 'exact' });
const reply = (one: Case): Case => ({ ...one, isReply: true });

export const cases: { [subject: string]: Case[] } = {
  'whole words': [
    yes('link', 'link please'),
    no('link', 'linkedin'),
    no('link', 'backlink'),
    no('link', 'links'),
    no('app', 'happy'),
    yes('link', 'send me the link'),
    yes('link', 'link'),
    yes('link', '"link"'),
    yes('link', 'link!!!'),
    yes('link', 'link,please'),
    yes('link', 'yes/link/now'),
    yes('link', '#link'),
    no('link', 'link_in_bio'),
    no('link', '_link_'),
    no('link', 'link.com'),
    yes('link', 'Nice.\nLink'),
    yes('link.com', 'see link.com!'),
    yes('link', 'the link…please'),
    no('link', 'link2'),
    yes('2', '1 or 2?'),
    no('2', '25'),
    no('2', '2,5'),
    no('link', ''),
    no('link', '!!!'),
  ],
  phrases: [
    yes('free guide', 'I want the FREE GUIDE now'),
    yes('free guide', 'free   guide'),
    yes('  free   guide ', 'free guide'),
    yes('free guide', 'free\u00A0\nguide'),
    no('free guide', 'free guides'),
    no('free guide', 'carefree guide'),
    no('free guide', 'free, guide'),
    no('free guide', 'guide free'),
    yes('what is it?', 'hey, WHAT IS IT? :)'),
  ],
  apostrophes: [
    yes("don't", "I DON'T know"),
    yes("don't", 'I don’t know'),
    yes('don’t', 'don´t'),
    yes('ebook', "l'ebook"),
    yes('ebook', 'l’ebook'),
    yes('link', "the link's gone"),
    no('dont', "don't"),
    yes("м'ята", 'хочу м’яту або м’ята'), // Ukrainian: mint
    yes('e-book', 'e‑book'),
    yes('e-book', 'the e–book'),
    no('e-book', 'ebook'),
  ],
  'case and width': [
    yes('LiNk', 'lInK'),
    yes('link', 'ＬＩＮＫ'),
    yes('link', '𝗟𝗜𝗡𝗞'),
    yes('link', '𝓵𝓲𝓷𝓴 pls'),
    yes('link', 'Ⓛⓘⓝⓚ'),
    yes('mail', 'ⓂⒶⒾⓁ'),
    yes('mail', 'Ⓜ\u200DⒶⒾⓁ'),
    yes('file', 'ﬁle'),
    yes('リンク', 'ﾘﾝｸ'), // link
    yes('パン', 'ﾊﾟﾝ'), // bread
    yes('istanbul', 'İSTANBUL'),
    yes('ısı', 'ISI'), // Turkish: heat
    yes('STRASSE', 'straße'),
    yes('straße', 'STRAẞE'),
    yes('ΟΔΟΣ', 'οδός'), // Greek: street
    yes('οδοσ', 'ΟΔΟΣ'),
  ],
  'accents and letters': [
    yes('guia', 'GUÍA'),
    yes('guía', 'guia'),
    yes('año', 'ano'),
    yes('cafe', 'cafe\u0301'),
    yes('lodz', 'Łódź'),
    yes('smorrebrod', 'smørrebrød'),
    yes('dac', 'đắc'),
    yes('aether', 'Æther'),
    yes('oeuvre', 'œuvre'),
    yes('tieng viet', 'Tiếng Việt'),
    yes('ещё', 'еще'), // Russian: more
    no('мой', 'мои'), // Russian: my, of one and of several
    yes('мой', 'МОЙ'),
    yes('київ', 'киів'), // Ukrainian: Kyiv
    yes('كتاب', 'كِتَاب'), // Arabic: book
    yes('كتاب', 'كتـــاب'),
    yes('احمد', 'أحمد'), // Arabic: Ahmad
    yes('שלום', 'שָׁלוֹם'), // Hebrew: peace
    no('शद', 'शादी'), // Hindi: wedding
    no('हद', 'हिंदी'), // Hindi: the language
    yes('हिंदी', 'हिंदी में'),
    no('はか', 'ばか'), // Japanese: grave, fool
    no('ハン', 'パン'),
    no('นา', 'น้ำ'), // Thai: rice field, water
  ],
  'invisible characters': [
    yes('link', 'li\u200Bnk'),
    yes('link', '\u200Flink\u200E'),
    yes('link', 'li\u00ADnk'),
    yes('link', '\uFEFFlink'),
    yes('link', 'l\u034Fink'),
    yes('می‌خواهم', 'میخواهم'), // Persian: I want
    yes('लिंक', 'लिं\u200Dक'),
  ],
  'Thai, Lao, Khmer, Burmese': [
    yes('ลิงก์', 'ขอลิงก์หน่อย'), // link; the link, please
    yes('น้ำ', 'ขอน้ำหน่อย'), // water; some water, please
    yes('น้ำ', 'ขอนํ้าหน่อย'),
    yes('สนใจ', 'สนใจค่ะ'), // interested
    no('ตาก', 'ตากลม'), // to dry; round eyes
    yes('ราคา', 'ราคาเท่าไหร่'), // price; how much
    yes('ນ້ຳ', 'ນ້ຳ'),
    yes('តំណ', 'ខ្ញុំចង់បានតំណ'), // link; I want the link
  ],
  Chinese: [
    yes('链接', '请发链接'), // link; please send the link
    yes('链接', '链接'),
    yes('资料', '发资料给我'), // material; send me the material
    yes('link', '请发link给我'),
    yes('連結', '請給我連結'),
    no('料给', '发资料给我'),
    yes('私信', '私信！'),
  ],
  Japanese: [
    yes('リンク', 'リンクください'), // link; the link, please
    no('リンク', 'リンクス'),
    yes('資料', '資料請求'), // material; request for material
    yes('レシピ', 'レシピ教えて'), // recipe; tell me the recipe
    yes('link', 'LINKください'),
    no('クポン', 'クーポン'),
  ],
  Korean: [
    yes('링크', '링크주세요'), // link; the link, please
    yes('링크', '링크요'),
    yes('링크', '저도 링크 주세요'),
    no('링크', '구매링크'), // purchase link
    yes('link', 'LINK주세요'),
    yes('링크', 'my링크'),
    yes('링크', '링크ㅋㅋ'),
    yes('링크', 'ㅋㅋ링크'),
    yes('무료 링크', '무료 링크를'),
    yes('링크', '링크'.normalize('NFD')),
  ],
  emoji: [
    yes('🔥', '🔥'),
    yes('🔥', '🔥🔥🔥'),
    yes('🔥', 'so good🔥thanks'),
    no('🔥', '❤️'),
    yes('link', '🔥link🔥'),
    yes('❤', '❤️'),
    yes('❤️', '❤'),
    no('❤', '❤️‍🔥'),
    yes('👍', '👍🏽'),
    yes('👍🏽', 'ok 👍🏽'),
    no('👍🏽', '👍'),
    no('👍🏽', '👍🏿'),
    yes('👩‍💻', '👩🏽‍💻'),
    no('💻', '👩‍💻'),
    no('👩', '👩‍💻'),
    yes('🇯🇵', '🇺🇸🇯🇵'),
    no('🇸🇯', '🇺🇸🇯🇵'),
    no('🏴', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'),
    yes('1️⃣', '1️⃣2️⃣'),
    yes('2️⃣', '1️⃣2️⃣'),
    no('1', '1️⃣'),
    yes('link', 'link1️⃣'),
    yes('link', 'linkℹ️'),
    yes('ℹ️', 'ℹ'),
    yes('link', 'link™'),
    yes('🔥 link', 'the 🔥 LINK'),
    yes('+', '+'),
    yes('+', '++ please'),
    yes('🏽', '🏽'),
  ],
  exact: [
    exact(yes('link', 'LINK')),
    exact(yes('link', '  link!!! 🔥🙏🏽')),
    exact(yes('link', '#link.')),
    exact(yes('link', '“Link”')),
    exact(yes('link', 'L I N K')),
    exact(yes('link', '→ link ←')),
    exact(no('link', 'link please')),
    exact(no('link', 'links')),
    exact(no('link', '')),
    exact(no('link', '🔥')),
    exact(yes('free guide', 'Free-Guide!')),
    exact(yes('free guide', 'freeguide')),
    exact(no('free guide', 'guide free')),
    exact(yes('링크 주세요', '링크주세요~')),
    exact(no('링크', '링크주세요')),
    exact(yes('链接', '链接！')),
    exact(no('链接', '请发链接')),
    exact(yes('लिंक', 'लिंक 🙏')),
    exact(yes('🔥', '🔥')),
    exact(yes('🔥', '🔥🔥 !!!')),
    exact(yes('🔥', '❤️🔥')),
    exact(no('🔥', '❤️')),
    exact(no('🔥', '🔥 wow')),
    exact(yes('👍', '👍🏽')),
    exact(yes('+', '+!')),
    exact(yes('link 🔥', 'link')),
    exact(yes('link', 'link 1️⃣')),
  ],
  replies: [
    reply(exact(yes('link', '@ann.b_1 link'))),
    reply(exact(yes('link', '@ann @bob LINK 🙏'))),
    reply(exact(yes('link', '@ann, link'))),
    reply(exact(no('link', '@ann the link'))),
    reply(exact(no('link', '@link'))),
    exact(no('link', '@ann link')),
    reply(yes('link', '@ann the link')),
    reply(no('guide', '@guide thanks')),
    reply(yes('guide', '@ann ask @guide')),
    yes('guide', '@guide thanks'),
    reply(yes('링크', '@ann님 링크요')),
  ],
  'keywords without anything to compare': [
    no('', 'x'),
    no(' ', ' '),
    no('\u200B', '\u200B'),
    no('\uFE0F', 'x'),
  ],
};

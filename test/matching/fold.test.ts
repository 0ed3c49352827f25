import t from 'tap';
import { boundariesOf } from '../../src/base/matching/boundaries.ts';
import { fold } from '../../src/base/matching/fold.ts';

/** What is not assigned, or is one of thousands alike. */
const UNIFORM =
  /[\p{Cn}\p{Co}\p{Script=Tangut}\p{Script=Nushu}\u{4E00}-\u{9FFF}\u{20000}-\u{2F7FF}\u{2FA20}-\u{3FFFF}]/u;

void t.test('every character of Unicode is folded once and for all', async (t) => {
  const changed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (UNIFORM.test(character)) continue;
    const folded = fold(character);
    if (fold(folded) !== folded) changed.push(code.toString(16));
  }
  t.strictSame(changed, []);
});

void t.test('letters of five scripts lose their marks, and those of others keep them', async (t) => {
  const folded: { [written: string]: string } = {
    Éàüñçőǖ: 'eauncou',
    'Ứng dụng': 'ung dung',
    ΆΈΰ: 'αευ',
    'Ёжик Ўѓ': 'ежик уг',
    йЙ: 'йй',
    'й\u0301': 'й',
    آأإؤئ: 'اااوي',
    مُحَمَّد: 'محمد',
    שִׁבֹּלֶת: 'שבלת',
    ছবি: 'ছবি',
    लिंक: 'लिंक',
    'がぎ パ': 'がぎ パ',
    น้ำ: 'น้ำ',
    ນ້ຳ: 'ນ້ຳ',
    한글: '한글',
    ﷺ: 'صلى الله عليه وسلم',
    ßŁØĐÆŒıς: 'sslodaeoeiσ',
  };
  for (const [written, expected] of Object.entries(folded)) t.equal(fold(written), expected, written);
});

void t.test('white space becomes one space, and none at the ends', async (t) => {
  t.equal(fold(' \t a\r\n\u2003b\u00A0\u3000c '), 'a b c');
  t.equal(fold('   '), '');
});

void t.test('a text of ASCII is folded like the same text beside a letter that is not', async (t) => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('x');
  t.equal(fold(`${ascii} б`), `${fold(ascii)} б`);
});

void t.test('emoji stay what they are, without their variation selectors', async (t) => {
  t.equal(fold('❤️'), '❤');
  t.equal(fold('ℹ️™️㊙️🈁'), 'ℹ™㊙🈁');
  t.equal(fold('👩🏽‍💻'), '👩🏽‍💻');
  t.equal(fold('❤️‍🔥'), '❤‍🔥');
  t.equal(fold('a\u200D🔥\u200Db'), 'a🔥b', 'a joiner that joins nothing is dropped');
  t.equal(fold('🏴󠁧󠁢󠁥󠁮󠁧󠁿'), '🏴󠁧󠁢󠁥󠁮󠁧󠁿');
  t.equal(fold('x󠁧󠁢'), 'x', 'tags without a flag are dropped');
});

void t.test('words begin and end where Unicode says, and at apostrophes and keycaps', async (t) => {
  const partsOf = (text: string) => {
    const marks = boundariesOf(text);
    return text === ''
      ? []
      : [...marks.keys()]
          .filter((at) => marks[at] === 1)
          .flatMap((at, index, all) => text.slice(at, all[index + 1]) || []);
  };
  const split: { [text: string]: string[] } = {
    '': [],
    a: ['a'],
    'link please': ['link', ' ', 'please'],
    '##link!!': ['#', '#', 'link', '!', '!'],
    'link_in link.com a-b': ['link_in', ' ', 'link.com', ' ', 'a', '-', 'b'],
    "l'ebook": ['l', "'", 'ebook'],
    'link1⃣2⃣': ['link', '1⃣', '2⃣'],
    'ссылку!': ['ссылку', '!'],
    '링크주세요!': ['링크주세요', '!'],
    请发链接: ['请', '发', '链', '接'],
    '🔥🔥': ['🔥', '🔥'],
  };
  for (const [text, parts] of Object.entries(split)) t.strictSame(partsOf(text), parts, text);
});

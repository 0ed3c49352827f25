/** Where a tracked link leads: what the `Location` header says. */
import t from 'tap';
import { targetOf } from '../../src/features/links/route.ts';

const CASES: [stored: string, location: string][] = [
  ['https://a.example', 'https://a.example/'],
  ['HTTP://A.example/x?y=1#z', 'http://a.example/x?y=1#z'],
  ['https://example.com/a?b=c&d=é', 'https://example.com/a?b=c&d=%C3%A9'],
  ['https://bäckerei.example/brot', 'https://xn--bckerei-5wa.example/brot'],
  ['https://bank.example@evil.example/', 'https://evil.example/'],
  ['https://user:secret@a.example/x', 'https://a.example/x'],
  ['https://a.example/“x”', 'https://a.example/%E2%80%9Cx%E2%80%9D'],
];

void t.test('the header holds the address in ASCII, without a user and a password', async (t) => {
  for (const [stored, location] of CASES) {
    t.equal(targetOf(stored), location);
    t.match(targetOf(stored), /^[\x21-\x7e]+$/);
  }
  t.equal(targetOf('https://a.example:99999/'), null);
});

import t from 'tap';
import { welcomeText } from '../src/demo/welcome.ts';

const facts = {
  baseUrl: 'http://127.0.0.1:3000',
  sandboxUrl: 'http://127.0.0.1:4000',
  apiKey: 'trp_secret',
};
const shown = { file: '.troupe/first-run.json', accounts: 20, tried: ['acc_1', 'acc_2'] };

void t.test('the demo key is printed by the start that created it, and by no other', async (t) => {
  const first = welcomeText(facts, { ...shown, isNewKey: true });
  t.match(first, /API key \(demo workspace\): trp_secret/);
  t.match(first, /curl http:\/\/127\.0\.0\.1:3000\/v1\/posts .*Bearer trp_secret/);
  t.match(first, /"accountIds":\["acc_1","acc_2"\]/);
  const later = welcomeText(facts, { ...shown, isNewKey: false });
  t.notMatch(later, /trp_secret/);
  t.match(later, /API key \(demo workspace\): in \.troupe\/first-run\.json/);
  t.match(later, /Open the dashboard: +http:\/\/127\.0\.0\.1:3000\/app/);
});

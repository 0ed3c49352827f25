import t from 'tap';
import { welcome } from '../src/welcome.ts';

const facts = { sandboxUrl: 'http://127.0.0.1:4000', apiKey: 'trp_secret', file: '.troupe/first-run.json' };

void t.test('the demo key is printed by the start that made it, and by no other', async (t) => {
  const toTry = { command: 'curl -H "Bearer trp_secret"', leftOut: ['youtube'] };
  const first = welcome({ ...facts, toTry }).join('\n');
  t.match(first, /API key \(demo workspace\): trp_secret/);
  t.match(first, /every account but youtube/);
  const later = welcome({ ...facts, toTry: null }).join('\n');
  t.notMatch(later, /trp_secret/);
  t.match(later, /API key \(demo workspace\): in \.troupe\/first-run\.json/);
  t.match(later, /http:\/\/127\.0\.0\.1:4000/);
});

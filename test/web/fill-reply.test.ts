import t from 'tap';
import { fillReply, withReply } from '../../web/src/features/inbox/fill-reply.ts';

const ann = { username: 'ann', name: 'Ann Fan' };

void t.test('a saved reply gets the first name and the handle', (t) => {
  t.equal(fillReply('Hello {first_name} (@{username})!', ann, 'instagram'), 'Hello Ann (@ann)!');
  t.equal(fillReply('{first_name}, {other} {first_name}', ann, 'facebook'), 'Ann, {other} Ann');
  t.equal(fillReply('Price: $& {username}', { username: '$1', name: null }, 'x'), 'Price: $& $1');
  t.end();
});

void t.test('what is not known disappears with the space before it', (t) => {
  const nobody = { username: null, name: null };
  t.equal(fillReply('Hello {first_name}, we open at 9.', nobody, 'facebook'), 'Hello, we open at 9.');
  t.equal(fillReply('{username}', nobody, 'facebook'), '');
  t.end();
});

void t.test('on instagram a first name is letters only, up to 20 of them', (t) => {
  const greet = (name: string, platform = 'instagram') =>
    fillReply('Hi {first_name}!', { username: null, name }, platform);
  t.equal(greet('Zoë Müller'), 'Hi Zoë!');
  t.equal(greet('★Best*Shop★ 24'), 'Hi!');
  t.equal(greet('A'.repeat(21)), 'Hi!');
  t.equal(greet('★Best*Shop★ 24', 'facebook'), 'Hi ★Best*Shop★!');
  t.equal(greet('   '), 'Hi!');
  t.end();
});

void t.test('a reply stands after what is written already', (t) => {
  t.equal(withReply('', 'Bye'), 'Bye');
  t.equal(withReply('  \n', 'Bye'), 'Bye');
  t.equal(withReply('Yes. ', 'Bye'), 'Yes. Bye');
  t.end();
});

/** The activity of a rule in the browser: how what happens gets into what was read; and the form of a rule. */
import t from 'tap';
import { nearestField, pathOf } from '../../web/src/base/form/place.ts';
import { type EntryPages, withNewest, withStatus } from '../../web/src/features/rules/activity-cache.ts';
import {
  draftOfRule,
  emptyRule,
  missingIn,
  parseRule,
  placeOf,
  termsOf,
} from '../../web/src/features/rules/rule-draft.ts';
import type { Entry, Rule } from '../../web/src/features/rules/shapes.ts';
import { reasonOf, ruleTitle, skippedBy } from '../../web/src/features/rules/words.ts';

/** Only what the functions read. */
const entry = (id: string, more: Partial<Entry> = {}) =>
  ({ id, status: 'queued', reason: null, nextAt: '2026-05-04T08:00:00.000Z', ...more }) as Entry;
const page = (ids: string[], next: string | null = null) => ({ events: ids.map((id) => entry(id)), next });
const ids = ({ pages }: EntryPages) => pages.map(({ events }) => events.map(({ id }) => id));

void t.test('new entries are put before those that were read, and known ones are replaced', async (t) => {
  const data = { pages: [page(['5', '4'], '4'), page(['3'])], pageParams: [null, '4'] };
  const newest = { events: [entry('6'), entry('5', { status: 'sent' as const })], next: '5' };
  const after = withNewest(data, newest);
  t.strictSame(ids(after), [['6', '5', '4'], ['3']]);
  t.equal(after.pages[0]!.events[1]!.status, 'sent');
  t.equal(after.pages[0]!.next, '4', 'the next page begins where it did');
});

void t.test(
  'after a burst that one page does not hold, only the newest stay: none is left out',
  async (t) => {
    const data = { pages: [page(['3', '2'], '2'), page(['1'])], pageParams: [null, '2'] };
    const after = withNewest(data, page(['9', '8'], '8'));
    t.strictSame(ids(after), [['9', '8']]);
    t.strictSame(after.pageParams, [null]);
  },
);

void t.test('the first entries of a rule fill its empty activity', async (t) => {
  t.strictSame(ids(withNewest({ pages: [page([])], pageParams: [null] }, page(['1']))), [['1']]);
});

void t.test('an entry that is sent waits no more; one that was not read changes nothing', async (t) => {
  const data = { pages: [page(['2']), page(['1'])], pageParams: [null, '2'] };
  const after = withStatus(data, { id: '1', status: 'skipped', reason: 'duplicate' });
  t.match(after.pages[1]!.events[0], { status: 'skipped', reason: 'duplicate', nextAt: null });
  t.equal(after.pages[0]!.events[0], data.pages[0]!.events[0]);
  t.equal(withStatus(data, { id: '7', status: 'sent', reason: null }), data);
});

const rule = {
  accountId: 'acc_1',
  mediaId: null,
  postId: 'post_1',
  nextPost: false,
  keywords: ['link', 'pdf'],
  match: 'exact',
  dmText: 'Here',
  publicReplies: ['Sent!'],
  publicReplyLateMinutes: null,
  trackLinks: false,
  thenId: null,
} as unknown as Rule;

void t.test('a rule that is edited and saved unchanged stays as it is', async (t) => {
  const { accountId: _, ...terms } = rule;
  t.match(termsOf(draftOfRule(rule)), terms);
  const every = { ...rule, postId: null, keywords: [], match: 'contains' as const };
  t.match(termsOf(draftOfRule(every)), { postId: null, mediaId: null, keywords: [], match: 'contains' });
  const next = { ...every, nextPost: true };
  t.match(termsOf(draftOfRule(next)), { postId: null, mediaId: null, nextPost: true });
  t.match(termsOf(draftOfRule({ ...every, mediaId: '17' })), { postId: null, mediaId: '17' });
});

void t.test('every comment takes no keyword, whatever was written before', async (t) => {
  t.strictSame(termsOf({ ...draftOfRule(rule), match: 'every' }).keywords, []);
});

void t.test('what is missing is said at its field', async (t) => {
  t.strictSame(Object.keys(missingIn(emptyRule('', { kind: 'none' }))), [
    'accountId',
    'watched',
    'keywords',
    'dmText',
  ]);
  t.strictSame(missingIn(draftOfRule(rule)), {});
});

void t.test('an error of the service is shown at the field it names', async (t) => {
  const draft = { ...draftOfRule(rule), publicReplies: ['', 'one', ' ', 'two'] };
  for (const [param, path] of [
    ['/postId', 'watched'],
    ['/mediaId', 'watched'],
    ['/keywords/1', 'keywords'],
    ['/match', 'keywords'],
    ['/then/automationId', 'thenId'],
    // empty public replies are not sent
    ['/publicReplies/1', 'publicReplies.3'],
    // fields of the form with the name that they have in the API
    ['/accountId', undefined],
    ['/keywords', undefined],
    ['/dmText', undefined],
    ['/publicReplies', undefined],
    ['/publicReplyLateMinutes', undefined],
    ['/workspace', undefined],
    ['', undefined],
  ] as const)
    t.equal(placeOf({ param, message: 'It is wrong.' }, draft)?.path, path, param);
  t.equal(
    placeOf({ param: '/keywords/1', message: 'This keyword is wrong.' }, draft)?.message,
    '“pdf”: This keyword is wrong.',
  );
  t.equal(placeOf({ param: '/match', message: 'It is wrong.' }, draft)?.message, 'It is wrong.');
});

void t.test('an error goes to the field that it names, else to the nearest one around it', async (t) => {
  t.equal(pathOf('/publicReplies/1'), 'publicReplies.1');
  t.equal(pathOf('/a~1b/c~0d'), 'a/b.c~d');
  t.equal(pathOf(''), '');
  const shown = new Set(['name', 'keywords', 'publicReplies', 'publicReplies.1']);
  const at = (path: string) => nearestField(path, (one) => shown.has(one));
  t.equal(at('keywords.3'), 'keywords');
  t.equal(at('publicReplies.1'), 'publicReplies.1');
  t.equal(at('publicReplies.2'), 'publicReplies');
  t.equal(at('workspace'), null);
  t.equal(at(''), null);
});

void t.test('a rule that was being written is read back, and anything else is not', async (t) => {
  const draft = draftOfRule(rule);
  t.strictSame(parseRule(JSON.stringify(draft)), draft);
  for (const text of ['', '{', 'null', '[]', '{}', JSON.stringify({ ...draft, watched: { kind: 'post' } })])
    t.equal(parseRule(text), null, text);
  t.equal(parseRule(JSON.stringify({ ...draft, keywords: [1] })), null);
  t.equal(parseRule(JSON.stringify({ ...draft, publicReplyLateMinutes: 'soon' })), null);
  t.equal(parseRule(JSON.stringify({ ...draft, trackLinks: 1 })), null);
  t.equal(parseRule(JSON.stringify({ ...draft, thenId: 1 })), null);
  const { publicReplyLateMinutes: _, trackLinks: __, thenId: ___, ...earlier } = draft;
  t.strictSame(parseRule(JSON.stringify(earlier)), draft, 'a draft of before those fields is kept');
});

void t.test('a rule is called by its keywords, and reasons are sentences', async (t) => {
  t.equal(ruleTitle({ keywords: [] }), 'Every comment');
  t.equal(ruleTitle({ keywords: ['a', 'b', 'c', 'd', 'e'] }), 'a, b, c and 2 more');
  t.equal(
    skippedBy({ plan: 0, too_old: 2, duplicate: 1_200, newer_reason: 1 }),
    '1,200 had the message already, 2 older than 7 days, 1 newer reason',
  );
  t.equal(
    reasonOf(
      { status: 'failed', reason: 'the person takes no messages (551/1545041)', networkCode: '551/1545041' },
      'Instagram',
    ),
    'Instagram refused the message: The person takes no messages.',
  );
  t.equal(
    reasonOf(
      { status: 'failed', reason: 'the network did not answer; it may have arrived', networkCode: null },
      'Instagram',
    ),
    'The message was not confirmed: The network did not answer; it may have arrived.',
    'nobody refused it',
  );
  t.match(
    reasonOf({ status: 'skipped', reason: 'newer_reason', networkCode: null }, 'Instagram'),
    'Newer reason.',
  );
  t.equal(reasonOf({ status: 'sent', reason: null, networkCode: null }, 'Instagram'), null);
});

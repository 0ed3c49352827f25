import t from 'tap';
import { explain, span, type Standing } from '../../src/features/introspection/explain.ts';
import { stateName } from '../../src/engine/state-name.ts';
import type { ActorOverview } from '../../store/actors.ts';
import { SAMPLE_AT, type Visited, walk } from '../support/machine-samples.ts';
import { kinds } from '../../src/kinds/index.ts';

const MINUTE = 60_000;

function standing(kind: string, { snapshot }: Visited, more: Partial<ActorOverview> = {}): Standing {
  return {
    snapshot,
    row: {
      id: `${kind}_1`,
      parentId: null,
      kind,
      version: 1,
      seq: 1,
      status: snapshot.status,
      value: snapshot.value,
      postId: null,
      accountId: 'acc_a',
      platform: 'mastodon',
      error: null,
      updatedAt: SAMPLE_AT,
      nextAt: null,
      mail: 0,
      effects: 0,
      oldestEffectAt: null,
      ...more,
    },
  };
}

const posts = walk('post');
const deliveries = [...walk('delivery').values()];
const tell = (post: Standing, all: Standing[], now = SAMPLE_AT) =>
  explain({ kinds, root: post, children: all, names: new Map(), timezone: 'Europe/Berlin', now });
const publishing = standing('post', posts.get('"publishing"')!);

void t.test('every state is explained in whole sentences, none by its bare name', async (t) => {
  for (const visited of posts.values()) {
    const { summary } = tell(standing('post', visited), []);
    t.match(summary, /^This post .*\.$/, stateName(visited.snapshot.value));
    t.notMatch(summary, /in the state|undefined|null|NaN|\.\./);
  }
  for (const visited of deliveries) {
    const [told] = tell(publishing, [standing('delivery', visited)]).children;
    t.match(told!.text, /^On \w+ \(the account is gone\) .*\.$/, stateName(visited.snapshot.value));
    t.notMatch(told!.text, /in the state|undefined|null|NaN/);
  }
});

void t.test('the reason why an actor is stuck comes with what to do', async (t) => {
  const scheduled = posts.get('"scheduled"')!;
  const late = standing('post', scheduled, { nextAt: SAMPLE_AT, mail: 1 });
  t.notMatch(tell(late, [], SAMPLE_AT + MINUTE / 2).summary, /But/, 'a node may be busy for a moment');
  t.match(
    tell(late, [], SAMPLE_AT + 2 * MINUTE).summary,
    /But a message has been due since .* no node takes it/,
  );
  const aside = standing('post', scheduled, { status: 'needs_attention' });
  t.match(tell(aside, []).summary, /But it was parked/);
  const newer = standing('post', scheduled, { version: 99 });
  t.match(tell(newer, []).summary, /version 99; this program knows 6.*update this one/);
  const sending = deliveries.find(({ snapshot }) => stateName(snapshot.value) === 'sending')!;
  const [lost] = tell(publishing, [standing('delivery', sending)], SAMPLE_AT + 2 * MINUTE).children;
  t.match(lost!.text, /nothing is running that could bring one/);
  const asked = standing('delivery', sending, { effects: 1, oldestEffectAt: SAMPLE_AT });
  t.notMatch(tell(publishing, [asked], SAMPLE_AT + 2 * MINUTE).summary, /but/);
  t.match(tell(publishing, [asked], SAMPLE_AT + 11 * MINUTE).summary, /has no result yet/);
});

void t.test('many copies are named in one sentence, after the accounts that have none', async (t) => {
  const live = deliveries.find(({ snapshot }) => snapshot.value === 'published')!;
  const failed = deliveries.find(({ snapshot }) => snapshot.value === 'failed')!;
  const copies = (count: number) => Array.from({ length: count }, () => standing('delivery', live));
  const few = tell(publishing, copies(3)).summary;
  t.equal(few.match(/it is live at/g)?.length ?? 0, 3);
  const { summary, children: told } = tell(publishing, [...copies(19), standing('delivery', failed)]);
  t.notMatch(summary, /https?:/);
  t.match(summary, /It is live on mastodon\.$/);
  t.ok(summary.indexOf(told.at(-1)!.text) > 0, 'the one that failed is told');
  t.equal(told.length, 20);
});

void t.test('times are written as people count them', async (t) => {
  t.strictSame([0, 89_000, 90_000, 5 * MINUTE, -3 * 60 * MINUTE, 72 * 60 * MINUTE].map(span), [
    'in 0 s',
    'in 89 s',
    'in 2 min',
    'in 5 min',
    '3 h ago',
    'in 3 days',
  ]);
});

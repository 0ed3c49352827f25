/**
 * The chart of the composer: whatever happens in any order (typing, saving, a lost connection, closing, two tabs), no character is
 * lost, and nothing is sent twice. The service and the browser's storage are played.
 */
import * as fc from 'fast-check';
import t from 'tap';
import { openedWith, step } from '../../web/src/features/posts/composer/chart.ts';
import type { Composer, Copy, Effect, Entry, Events } from '../../web/src/features/posts/composer/shapes.ts';
import { type Draft, emptyDraft } from '../../web/src/features/posts/draft.ts';
import { property } from '../support/property.ts';

const START = emptyDraft();
const reader = { by: null, savedAt: 0 };
const post = { id: 'post_1' } as Events['sent']['post'];
const typed =
  (text: string) =>
  (draft: Draft): Draft => ({ ...draft, content: draft.content + text });

/** The service: the copy that is there, and the posts that were made. */
class PlayedService {
  copy: Copy | null = null;
  posts = new Map<string, string>();
  #revisions = 0;

  save({ replaces, draft, sendKey }: Extract<Effect, { do: 'save' }>) {
    if ((this.copy?.revision ?? null) !== replaces) return { status: 409, current: this.copy } as const;
    this.copy = { revision: `r${(this.#revisions += 1)}`, draft, sendKey, ...reader };
    return { status: 200, revision: this.copy.revision } as const;
  }

  discard(revision: string) {
    if (this.copy === null) return { status: 200 } as const;
    if (this.copy.revision !== revision) return { status: 409, current: this.copy } as const;
    this.copy = null;
    return { status: 200 } as const;
  }

  /** The same key makes one post. @returns false when the key was used with another text */
  send(key: string, draft: Draft): boolean {
    if (!this.posts.has(key)) this.posts.set(key, draft.content);
    return this.posts.get(key) === draft.content;
  }
}

type Asked = Extract<Effect, { do: 'read' | 'save' | 'discard' | 'send' }>;

const SERVED = ['well', 'not sent', 'no response', 'refused'] as const;
type Served = (typeof SERVED)[number];
/** A tab: its chart, and the requests that it waits for. */
class Tab {
  now: Composer;
  requests: Asked[] = [];
  isLeft = false;
  readonly id: number;
  readonly world: World;

  constructor(world: World, id: number, copy: Copy | null | undefined) {
    this.world = world;
    this.id = id;
    const entries = [...world.browser.values()].toReversed();
    world.browser.clear();
    const effects: Effect[] = [];
    this.now = openedWith({ start: START, entries, copy, now: 0 }, (effect) => effects.push(effect));
    for (const effect of effects) this.#take(effect);
  }

  happen<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    const [next, effects] = step(this.now, name, event);
    this.now = next;
    for (const effect of effects) this.#take(effect);
  }

  #take(effect: Effect): void {
    if (effect.do === 'keep') {
      if (effect.entry === null) this.world.browser.delete(this.id);
      else this.world.browser.set(this.id, effect.entry);
    } else if (effect.do === 'leave') this.isLeft = true;
    else if (['read', 'save', 'discard', 'send'].includes(effect.do)) this.requests.push(effect as Asked);
  }

  /** The oldest request reaches the service or not, and its response reaches the tab or not. */
  serve(how: Served): void {
    const request = this.requests.shift();
    if (request === undefined) return;
    const message = 'no connection';
    if (how === 'refused' && request.do === 'send')
      return this.happen('sendRefused', { error: new Error('too long') });
    const answer = how === 'not sent' ? null : this.#answer(request);
    if (answer !== null && how !== 'no response') return answer();
    if (request.do === 'read') this.happen('readFailed', { message });
    if (request.do === 'save') this.happen('saveFailed', { message });
    if (request.do === 'discard' && !request.isSilent) this.happen('discardFailed', { message });
    if (request.do === 'send') this.happen('sendUnknown', { error: new Error(message) });
  }

  /** What the service does. @returns what the tab hears of it */
  #answer(request: Asked): () => void {
    const { service } = this.world;
    switch (request.do) {
      case 'read': {
        const { copy } = service;
        return () => this.happen('read', { copy, at: 0 });
      }
      case 'save': {
        const response = service.save(request);
        return () =>
          response.status === 200
            ? this.happen('saved', { revision: response.revision, at: 0 })
            : this.happen('saveRefused', { current: response.current, at: 0 });
      }
      case 'discard': {
        const response = service.discard(request.revision);
        return () => {
          if (request.isSilent) return;
          if (response.status === 200) this.happen('discarded', {});
          else this.happen('discardRefused', { current: response.current });
        };
      }
      case 'send':
        if (!service.send(request.key, request.draft)) throw new Error('a key was used with another text');
        return () => this.happen('sent', { post, skipped: 0 });
      default:
        return request satisfies never;
    }
  }
}

class World {
  service = new PlayedService();
  /** What the browser keeps, by tab, oldest first. */
  browser = new Map<number, Entry>();
  tabs: (Tab | null)[] = [null, null];
  /** Every character that was written and not thrown away by the person. */
  written = new Set<string>();
  #count = 0;

  /** The next character: each is another one. */
  next = (): string => `<${(this.#count += 1)}>`;
  nextId = (): number => (this.#count += 1);

  /** All places in which a character may be. */
  everything(): string {
    const drafts = [
      ...this.tabs.flatMap((tab) => (tab === null ? [] : [tab.now.draft, ...tab.now.aside])),
      ...[...this.browser.values()].flatMap(({ draft, aside }) => [draft, ...aside]),
      ...(this.service.copy === null ? [] : [this.service.copy.draft]),
    ];
    return [...drafts.map(({ content }) => content), ...this.service.posts.values()].join('\n');
  }

  lost(): string[] {
    const all = this.everything();
    return [...this.written].filter((one) => !all.includes(one));
  }
}

const act = fc.record({
  tab: fc.nat(1),
  what: fc.constantFrom(
    ...([
      'type',
      'type',
      'type',
      'quiet',
      'quiet',
      'serve',
      'serve',
      'serve',
      'serve',
      'again',
      'again',
    ] as const),
    ...(['left', 'returned', 'close', 'crash', 'open', 'open', 'open offline'] as const),
    ...(['keepMine', 'takeTheirs', 'swapAside', 'send', 'send', 'discard'] as const),
  ),
  how: fc.constantFrom(...SERVED, 'well' as const, 'well' as const),
});
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

function play(world: World, { tab: at, what, how }: Act): void {
  const { tabs, service, written } = world;
  const tab = tabs[at] ?? null;
  if (tab === null) {
    if (what === 'open' || what === 'open offline' || what === 'type')
      tabs[at] = new Tab(world, world.nextId(), what === 'open offline' ? undefined : service.copy);
    return;
  }
  switch (what) {
    case 'type': {
      const text = world.next();
      written.add(text);
      return tab.happen('changed', { change: typed(text) });
    }
    case 'serve':
      return tab.serve(how);
    case 'send':
      if (tab.now.text === JSON.stringify(START)) return undefined;
      return tab.happen('send', { key: `key ${world.nextId()}` });
    case 'discard': {
      if (tab.now.sending.state === 'sending') return undefined;
      // the person does not want this text
      for (const one of written) if (tab.now.draft.content.includes(one)) written.delete(one);
      return tab.happen('discard', {});
    }
    case 'swapAside':
      return tab.happen('swapAside', { index: 0 });
    case 'close':
    case 'crash':
      if (what === 'close') tab.happen('left', {});
      // what was asked may still arrive
      for (const request of tab.requests)
        if (request.do === 'save' && how !== 'not sent') service.save(request);
        else if (request.do === 'send' && how !== 'not sent') service.send(request.key, request.draft);
      tabs[at] = null;
      return undefined;
    case 'open':
    case 'open offline':
      return undefined;
    case 'quiet':
    case 'again':
    case 'left':
    case 'returned':
    case 'keepMine':
    case 'takeTheirs':
      return tab.happen(what, {});
  }
}

/** Everything is served well until nothing waits. */
function settle(world: World): void {
  for (let round = 0; round < 40; round += 1)
    for (const tab of world.tabs) {
      tab?.happen('again', {});
      tab?.happen('quiet', {});
      tab?.serve('well');
    }
}

void t.test('no character is lost, in any order of what happens in two tabs', (t) => {
  const states = new Set<string>();
  property(t, { arbitrary: fc.array(act, { maxLength: 60, size: 'max' }), runs: 3_000 }, (acts) => {
    const world = new World();
    world.tabs[0] = new Tab(world, world.nextId(), null);
    for (const one of acts) {
      play(world, one);
      for (const tab of world.tabs) if (tab) states.add(tab.now.keeping).add(tab.now.sending.state);
      const lost = world.lost();
      if (lost.length > 0) throw new Error(`${lost.join()} is lost after ${JSON.stringify(one)}`);
    }
    settle(world);
    if (world.lost().length > 0) throw new Error('lost at the end');
    for (const tab of world.tabs) {
      if (tab === null || tab.now.keeping === 'conflict') continue;
      const { keeping, text, known } = tab.now;
      if (keeping !== 'saved' && keeping !== 'empty') throw new Error(`it never rests: ${keeping}`);
      if (text !== known) throw new Error('it rests with a text that the service does not have');
    }
  });
  t.strictSame(
    [...states].sort(),
    'conflict dirty discarding empty no offline refused saved saving sending sent unknown'.split(' '),
    'every state was reached',
  );
  t.end();
});

void t.test('a text is sent once, whatever is lost and however often it is repeated', (t) => {
  const sendActs = fc.array(
    fc.record({
      tab: fc.nat(1),
      what: fc.constantFrom(
        ...([
          'send',
          'send',
          'serve',
          'serve',
          'serve',
          'again',
          'close',
          'crash',
          'open',
          'returned',
        ] as const),
      ),
      how: fc.constantFrom(...SERVED),
    }),
    { maxLength: 50, size: 'max' },
  );
  property(t, { arbitrary: sendActs, runs: 2_000 }, (acts) => {
    const world = new World();
    world.service.copy = { revision: 'r0', draft: typed('Rye')(START), sendKey: null, ...reader };
    for (const one of acts) play(world, one);
    settle(world);
    if (world.service.posts.size > 1) throw new Error(`${world.service.posts.size} posts`);
  });
  t.end();
});

/** A tab of its own, with what it asks for. */
function alone(copy: Copy | null = null) {
  const world = new World();
  world.service.copy = copy;
  const tab = new Tab(world, 1, copy);
  world.tabs[0] = tab;
  return { world, tab };
}

void t.test('typing is saved after a pause, and while it is saved more may be typed', (t) => {
  const { tab, world } = alone();
  t.equal(tab.now.keeping, 'empty');
  tab.happen('changed', { change: typed('Rye') });
  t.equal(tab.now.keeping, 'dirty');
  tab.happen('quiet', {});
  t.equal(tab.now.keeping, 'saving');
  tab.happen('changed', { change: typed(' is back') });
  tab.serve('well');
  t.equal(tab.now.keeping, 'dirty', 'what was typed meanwhile');
  tab.happen('quiet', {});
  tab.serve('well');
  t.equal(tab.now.keeping, 'saved');
  t.equal(world.service.copy?.draft.content, 'Rye is back');
  t.equal(world.browser.size, 0, 'the browser keeps only what the service lacks');
  t.end();
});

void t.test('a save whose response was lost is no conflict', (t) => {
  const { tab, world } = alone();
  tab.happen('changed', { change: typed('Rye') });
  tab.happen('quiet', {});
  tab.serve('no response');
  t.equal(tab.now.keeping, 'offline');
  tab.happen('changed', { change: typed(' is back') });
  tab.happen('again', {});
  tab.serve('well');
  t.equal(tab.now.keeping, 'dirty', 'the service has an earlier text of this tab');
  tab.happen('quiet', {});
  tab.serve('well');
  t.equal(world.service.copy?.draft.content, 'Rye is back');
  t.end();
});

void t.test('of two tabs the second is asked, and the text that is not chosen is set aside', (t) => {
  const { world, tab: first } = alone();
  const second = new Tab(world, 2, null);
  first.happen('changed', { change: typed('From the desk') });
  second.happen('changed', { change: typed('From the phone') });
  for (const tab of [first, second]) {
    tab.happen('quiet', {});
    tab.serve('well');
  }
  t.equal(second.now.keeping, 'conflict');
  t.equal(second.now.theirs?.draft.content, 'From the desk');
  second.happen('changed', { change: typed('!') });
  second.happen('quiet', {});
  t.strictSame(second.requests, [], 'nothing is saved before there is a choice');
  second.happen('takeTheirs', {});
  t.equal(second.now.draft.content, 'From the desk');
  t.strictSame(
    second.now.aside.map(({ content }) => content),
    ['From the phone!'],
  );
  second.happen('swapAside', { index: 0 });
  t.equal(second.now.draft.content, 'From the phone!');
  t.strictSame(
    second.now.aside.map(({ content }) => content),
    ['From the desk'],
  );
  second.happen('quiet', {});
  second.serve('well');
  t.equal(world.service.copy?.draft.content, 'From the phone!');
  first.happen('returned', {});
  first.serve('well');
  t.equal(first.now.draft.content, 'From the phone!', 'the first tab goes on with it when it is looked at');
  t.end();
});

void t.test('the copy is deleted when the post is there, and not before', (t) => {
  const { tab, world } = alone();
  tab.happen('changed', { change: typed('Rye') });
  tab.happen('send', { key: 'key 1' });
  t.equal(tab.now.sending.state, 'saving');
  tab.serve('well');
  t.equal(tab.now.sending.state, 'sending');
  t.equal(world.service.copy?.sendKey, 'key 1', 'another page knows that it is being sent');
  tab.serve('no response');
  t.equal(tab.now.sending.state, 'unknown');
  t.equal(world.service.copy?.draft.content, 'Rye');
  const other = new Tab(world, 2, world.service.copy);
  t.match(other.now.sending, { state: 'unknown', key: 'key 1' }, 'another page repeats it under its key');
  other.happen('send', { key: 'key 2' });
  other.serve('well');
  other.serve('well');
  t.equal(world.service.posts.size, 1);
  other.serve('well');
  t.equal(world.service.copy, null);
  t.strictSame([other.now.text, other.now.sending.state], [JSON.stringify(START), 'sent']);
  t.end();
});

void t.test('nothing is sent while a file is uploaded, or while another text is there', (t) => {
  const { tab, world } = alone();
  tab.happen('changed', { change: typed('Rye') });
  tab.happen('uploading', { files: 1 });
  tab.happen('send', { key: 'key 1' });
  t.strictSame(tab.requests, []);
  tab.happen('uploading', { files: 0 });
  world.service.copy = { revision: 'other', draft: typed('Bagels')(START), sendKey: null, ...reader };
  tab.happen('send', { key: 'key 1' });
  tab.serve('well');
  t.strictSame([tab.now.keeping, tab.now.sending.state], ['conflict', 'no']);
  tab.happen('send', { key: 'key 1' });
  t.strictSame(tab.requests, []);
  t.end();
});

void t.test('a check of an earlier text is no longer of use', (t) => {
  const { tab } = alone();
  tab.happen('changed', { change: typed('Rye') });
  const { text } = tab.now;
  const preview = {
    accounts: [{ refusals: [{}], warningDetails: [] }],
  } as unknown as Events['checked']['preview'];
  tab.happen('changed', { change: typed('!') });
  tab.happen('checked', { text, preview });
  t.equal(tab.now.check.state, 'checking');
  tab.happen('checked', { text: tab.now.text, preview });
  t.equal(tab.now.check.state, 'refused');
  t.end();
});

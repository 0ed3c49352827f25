/**
 * The scene of the row `stream` (people.ts): an account of X receives by a stream that the service opens. Somebody writes while it
 * is open, and again after the service was killed and has opened it again. Each message is stored once.
 */
import { receiverIdOf } from '../../src/kinds/receiver.ts';
import { command, lockInto } from '../../src/engine/take.ts';
import { kinds } from '../../src/kinds/index.ts';
import { streamIdOf } from '../../store/streams.ts';
import { rowNamed } from './rows.ts';
import type { Scene } from './scene.ts';
import { type Stage, until } from './stage.ts';

const NETWORK = 'x';
const OPEN_WITHIN_MS = 60_000;

/** Starts the service so that it opens streams of these networks. */
async function restart(stage: Stage, streams: readonly string[]): Promise<void> {
  stage.kill();
  stage.streams = streams;
  await stage.revive();
}

export async function stream(stage: Stage): Promise<Scene> {
  // no account of a case before needs it, so that it is opened for this one
  await stage.sql`update accounts set receiving = null where platform = ${NETWORK}`;
  await restart(stage, [NETWORK]);
  const workspace = await stage.workspace();
  const account = await stage.connect(workspace, rowNamed(NETWORK));
  const said: string[] = [];
  let isSubscribed = false;
  const isOpen = async () => {
    const [row] = await stage.sql<{ state: string | null }[]>`
      select snapshot -> 'value' ->> 'connected' as state from actors where id = ${streamIdOf(NETWORK)}`;
    return row?.state === 'open';
  };
  /** Whether the account is being read, which would find what the stream lost. */
  const isRead = async () =>
    (await stage.sql`select from effects where workspace_id = ${workspace.id}`).length > 0;
  const stored = async () =>
    (
      await stage.sql<{ text: string }[]>`
        select text from direct_messages
        where workspace_id = ${workspace.id}`
    ).map(({ text }) => text);
  const isStored = async () => {
    const texts = await stored();
    return said.every((text) => texts.includes(text));
  };
  return {
    workspaceId: workspace.id,
    act: async () => {
      // once: each check has the account read, which would find what the stream lost
      if (!isSubscribed) await subscribe(stage, account.id);
      isSubscribed = true;
      await until(
        'the stream',
        async () => stage.killed() || ((await isOpen()) && !(await isRead())),
        OPEN_WITHIN_MS,
      );
      const text = `Message ${said.length + 1} of ${workspace.name}`;
      if (stage.killed()) return null;
      said.push(text);
      const username = `fan_of_${workspace.name.replaceAll('-', '_')}`;
      const person = { username, name: 'Ann Fan' };
      await stage.control('POST', 'people', {
        network: NETWORK,
        account: account.remoteId,
        person,
        act: { say: text },
      });
      return { status: 200, body: {} };
    },
    isDone: async () => (await isOpen()) && (await isStored()),
    check: async () => {
      const texts = await stored();
      const faults = said
        .map((text) => ({ text, count: texts.filter((one) => one === text).length }))
        .filter(({ count }) => count !== 1)
        .map(({ text, count }) => `"${text}" is stored ${count} times`);
      const others = await stage.sql`
        select from actors where kind = 'stream' and (status = 'needs_attention' or snapshot ->> 'value' = 'refused')`;
      await restart(stage, []);
      return [...faults, ...(others.length > 0 ? ['the stream was refused, or its actor is parked'] : [])];
    },
  };
}

/** Has the account's subscription checked, which needs the stream. */
async function subscribe({ sql, now }: Stage, accountId: string): Promise<void> {
  await command({ sql, kinds, nodeId: '' }, now(), async (tx, turn) => {
    const actor = (await lockInto(tx, turn, receiverIdOf(accountId)))!;
    const check = { type: 'check', force: true };
    turn.deliver(actor, check);
    return { result: null };
  });
}

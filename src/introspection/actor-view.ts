/** An actor as the debugger lists it: where it stands, what it is about, and whether it gets on. */
import { type Chart, chartOf, type ChartState } from '../../machines/chart.ts';
import { kinds, type Kind, type KindName } from '../../machines/kinds.ts';
import { readAccounts } from '../../store/accounts.ts';
import { type ActorOverview, readSendEvents } from '../../store/actors.ts';
import type { Db } from '../../store/connect.ts';
import { readPostWork } from '../../store/posts.ts';
import { isoOf, isoOrNull } from '../time.ts';
import { redactText } from '../redact.ts';
import { activeStates, stateName } from './states.ts';

/** A due message waits at most for a busy node; longer than this, nobody comes. */
export const OVERDUE_MS = 60_000;
/** The longest call to a network takes two minutes. */
export const SLOW_EFFECT_MS = 10 * 60_000;

/** Why an actor does not get on, and what to do. */
export interface Trouble {
  code: 'set_aside' | 'newer_version' | 'overdue' | 'slow_effect' | 'nothing_pending' | 'waits_for_person';
  message: string;
}

export interface ActorSummary {
  id: string;
  kind: string;
  version: number;
  status: ActorOverview['status'];
  state: string;
  title: string;
  parentId: string | null;
  postId: string | null;
  accountId: string | null;
  platform: string | null;
  error: string | null;
  seq: number;
  updatedAt: string;
  nextAt: string | null;
  mail: number;
  effects: number;
  trouble: Trouble | null;
}

/** The kind of a name; undefined when only newer programs know it. */
export const kindOf = (name: string): Kind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name as KindName] : undefined;

const charts = new Map<string, Chart>();

/** The chart of a kind that this program knows. */
export function chartOfKind(name: KindName): Chart {
  let chart = charts.get(name);
  if (!chart) charts.set(name, (chart = chartOf(kinds[name].machine)));
  return chart;
}

/** Summaries, in the order of the rows. @param now epoch ms */
export async function summarize(
  db: Db,
  rows: readonly ActorOverview[],
  now: number,
): Promise<ActorSummary[]> {
  const ids = (pick: (row: ActorOverview) => string | null) => [
    ...new Set(rows.flatMap((row) => pick(row) ?? [])),
  ];
  const [posts, accounts, sends] = await Promise.all([
    readPostWork(
      db,
      ids((row) => (row.kind === 'post' ? row.id : null)),
    ),
    readAccounts(
      db,
      ids((row) => row.accountId),
    ),
    readSendEvents(
      db,
      ids((row) => (row.kind === 'webhook_send' ? row.id : null)),
    ),
  ]);
  const texts = new Map(posts.map(({ id, content }) => [id, content]));
  const names = new Map(accounts.map((row) => [row.id, row]));
  const events = new Map(sends.map(({ id, event }) => [id, event]));

  const titleOf = (row: ActorOverview): string => {
    const account = row.accountId === null ? undefined : names.get(row.accountId);
    switch (row.kind) {
      case 'post':
        return short(texts.get(row.id) ?? '') || 'a post without a text';
      case 'webhook_send':
        return `webhook ${events.get(row.id) ?? ''}`.trim();
      default:
        return account
          ? `${account.platform} · ${account.displayName}`
          : `${row.platform ?? row.kind} · no account`;
    }
  };
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    version: row.version,
    status: row.status,
    state: stateName(row.value),
    title: titleOf(row),
    parentId: row.parentId,
    postId: row.kind === 'post' ? row.id : row.postId,
    accountId: row.accountId,
    platform: row.platform ?? (row.accountId === null ? null : (names.get(row.accountId)?.platform ?? null)),
    error: row.error === null ? null : redactText(row.error),
    seq: row.seq,
    updatedAt: isoOf(row.updatedAt),
    nextAt: isoOrNull(row.nextAt),
    mail: row.mail,
    effects: row.effects,
    trouble: troubleOf(row, now),
  }));
}

const short = (text: string) => {
  const line = text.trim().split('\n')[0]!;
  const characters = Array.from(line);
  return characters.length > 90 ? `${characters.slice(0, 89).join('')}…` : line;
};

/** What keeps an actor from getting on; null when nothing does. @param now epoch ms */
export function troubleOf(row: ActorOverview, now: number): Trouble | null {
  const kind = kindOf(row.kind);
  if (row.status === 'needs_attention') {
    const message =
      'it was set aside: a step failed, as the last entry of its journal tells. Mend the cause, then let it go on';
    return { code: 'set_aside', message };
  }
  if (row.status !== 'active') return null;
  if (!kind || row.version > kind.version) {
    const message = `its machine has version ${row.version}; this program knows ${kind?.version ?? 'none'}. It is left to newer nodes: update this one`;
    return { code: 'newer_version', message };
  }
  if (row.nextAt !== null && row.nextAt <= now - OVERDUE_MS) {
    const message = `a message is due since ${isoOf(row.nextAt)} and nobody takes it: see whether a node works (GET /readyz)`;
    return { code: 'overdue', message };
  }
  if (row.oldestEffectAt !== null && row.oldestEffectAt <= now - SLOW_EFFECT_MS) {
    const message = `what it asked for at ${isoOf(row.oldestEffectAt)} has not been answered: its node's log tells why`;
    return { code: 'slow_effect', message };
  }
  if (isNothingPending(row, now)) {
    const message =
      'it waits for an answer, and nothing is under way that could bring one: send it on by hand';
    return { code: 'nothing_pending', message };
  }
  return waitsForPerson(row);
}

function waitsForPerson({ kind, value }: ActorOverview): Trouble | null {
  const state = stateName(value);
  const waits =
    (kind === 'delivery' && state.endsWith('waiting_account')) ||
    (kind === 'account' && state === 'needs_reconnect');
  if (kind === 'account' && state.startsWith('needs_app')) {
    return {
      code: 'waits_for_person',
      message: 'the settings lack its app, or the network refuses it: mend them, then it goes on by itself',
    };
  }
  if (!waits) return null;
  return {
    code: 'waits_for_person',
    message: 'the network refuses the access: connect the account again, then it goes on by itself',
  };
}

/** Effects that end with the transaction: nobody answers them. */
const UNANSWERED = new Set(['tell', 'startActors', 'announce']);
const asking = new Map<string, Set<string>>();

/** Ids of the states that ask for something on their way in and wait for the answer. */
function askingStates(kind: KindName): Set<string> {
  const known = asking.get(kind);
  if (known) return known;
  const { effects, ...root } = chartOfKind(kind);
  const answered = new Set(effects.filter((name) => !UNANSWERED.has(name)));
  const found = new Set<string>();
  const visit = (state: ChartState): void => {
    const leaves = state.edges.some((edge) => edge.after !== undefined);
    const hears = state.edges.some((edge) => /^(outcome|finding|refresh|webhook)\./.test(edge.event));
    if (!leaves && hears && state.entry?.some((name) => answered.has(name))) found.add(state.id);
    state.states.forEach(visit);
  };
  visit(root);
  asking.set(kind, found);
  return found;
}

function isNothingPending({ kind, value, effects, mail, updatedAt }: ActorOverview, now: number): boolean {
  if (effects > 0 || mail > 0 || updatedAt > now - OVERDUE_MS) return false;
  const asks = askingStates(kind as KindName);
  return activeStates(kindOf(kind)!.machine.id, value).some((id) => asks.has(id));
}

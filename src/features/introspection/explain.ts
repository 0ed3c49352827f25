/**
 * Answers "Why did this not go out?" in words: what an actor and the actors it started wait for. The sentences come
 * from the kinds.
 */
import { stateName } from '../../engine/state-name.ts';
import { kindNamed, type KindTable } from '../../engine/kind.ts';
import type { ExplainTools, Standing } from '../../engine/kind-view.ts';
import { localTime } from '../../base/time.ts';
import { stuckReasonOf } from './actor-view.ts';

export type { Standing } from '../../engine/kind-view.ts';

interface Explained {
  /** One paragraph. */
  summary: string;
  /** The actors it started. */
  children: {
    actorId: string;
    accountId: string;
    platform: string;
    state: string;
    text: string;
  }[];
}

interface ToExplain {
  kinds: KindTable;
  root: Standing;
  children: Standing[];
  /** Display names of accounts, by id. */
  names: ReadonlyMap<string, string>;
  timezone: string;
  /** Epoch ms. */
  now: number;
}

export function explain({ kinds, root, children, names, timezone, now }: ToExplain): Explained {
  const tools: ExplainTools = {
    now,
    children,
    span,
    when: (at) => `${localTime(at, timezone).slice(0, 16).replace('T', ' ')} (${timezone})`,
    failureOf: (row) => stuckReasonOf(kinds, row, now),
  };
  const sentenceOf = (one: Standing): string =>
    kindNamed(kinds, one.row.kind)?.view.explain.sentence(one, tools, names) ?? '';
  const sentences = children.map((one) => ({
    actorId: one.row.id,
    kind: one.row.kind,
    accountId: one.row.accountId ?? '',
    platform: one.row.platform ?? '',
    state: stateName(one.snapshot.value),
    text: sentenceOf(one),
  }));
  const short = [...Map.groupBy(sentences, ({ kind }) => kind)].flatMap(
    ([kind, own]) => kindNamed(kinds, kind)?.view.explain.inShort?.(own) ?? own.map(({ text }) => text),
  );
  return {
    summary: [sentenceOf(root), ...short].join(' '),
    children: sentences.map(({ actorId, accountId, platform, state, text }) => ({
      actorId,
      accountId,
      platform,
      state,
      text,
    })),
  };
}

/** Formats a distance in time: `in 5 min`, `2 h ago`. @param ms from now; negative for the past */
export function span(ms: number): string {
  const size = Math.abs(ms);
  const [amount, unit] =
    size < 90_000
      ? [Math.round(size / 1000), 's']
      : size < 90 * 60_000
        ? [Math.round(size / 60_000), 'min']
        : size < 48 * 3_600_000
          ? [Math.round(size / 3_600_000), 'h']
          : [Math.round(size / 86_400_000), 'days'];
  return ms >= 0 ? `in ${amount} ${unit}` : `${amount} ${unit} ago`;
}

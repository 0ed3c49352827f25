/** Which end of a written text networks cut, as far as the check says. Pure. */
import type { Draft } from '../draft.ts';
import { networkTextOf, ownTextOf } from '../own-text.ts';
import type { PlannedAccount } from './refusing.ts';

export interface Cut {
  /** UTF-16 offset in the text: from there on some network gets nothing. */
  at: number;
  /** The networks that cut it there or later. */
  platforms: string[];
  /** Some account gets all of it. */
  isWholeElsewhere: boolean;
}

/** What is between the parts of a thread where a network gets them as one post (docs/contract.md, Threads). */
const JOINT = '\n\n';

export interface Checked {
  /** What was checked. The text may have been changed since; until it is checked again, a network takes as much as before. */
  draft: Draft;
  accounts: readonly PlannedAccount[];
}

/** @param platform a network, whose own text it is; null means the common text */
export function cutOfText({ draft, accounts }: Checked, platform: string | null): Cut | null {
  const getting = accounts.filter((one) => {
    if (ownTextOf(draft.overrides, { id: one.accountId, platform: one.platform }) !== null) return false;
    return platform === null
      ? networkTextOf(draft.overrides, one.platform) === null
      : one.platform === platform;
  });
  return earliest(draft, getting, 0);
}

/** The same for a part of the thread. @param index 0 is the part after the text itself */
export const cutOfPart = ({ draft, accounts }: Checked, index: number): Cut | null =>
  earliest(draft, accounts, index + 1);

function earliest(draft: Draft, accounts: readonly PlannedAccount[], index: number): Cut | null {
  const cuts = accounts.flatMap((planned) => {
    const parts = partsFor(draft, planned);
    const at =
      planned.thread.length > 0 ? ofThread(planned, parts, index) : ofJoined(planned.cutAt, parts, index);
    return at === null ? [] : [{ platform: planned.platform, at }];
  });
  if (cuts.length === 0) return null;
  return {
    at: Math.min(...cuts.map(({ at }) => at)),
    platforms: [...new Set(cuts.map(({ platform }) => platform))],
    isWholeElsewhere: cuts.length < accounts.length,
  };
}

interface Part {
  text: string;
  /** Parts without a text and without media are not sent. */
  isSent: boolean;
}

/** The text of an account and the parts after it, as they are written. */
function partsFor(
  { overrides, content, thread }: Draft,
  { accountId: id, platform }: PlannedAccount,
): Part[] {
  const text = ownTextOf(overrides, { id, platform }) ?? networkTextOf(overrides, platform) ?? content;
  const parts = thread.map(({ content: part, media = [] }) => ({
    text: part,
    isSent: part.trim() !== '' || media.length > 0,
  }));
  return [{ text, isSent: true }, ...parts];
}

function ofThread({ cutAt, thread }: PlannedAccount, parts: readonly Part[], index: number): number | null {
  if (parts[index]?.isSent !== true) return null;
  const sent = parts.slice(0, index).filter(({ isSent }) => isSent).length;
  return [cutAt, ...thread.map((part) => part.cutAt)][sent] ?? null;
}

/** The offset in one of the parts, of an offset in all of them joined. */
function ofJoined(cutAt: number | null, parts: readonly Part[], index: number): number | null {
  const text = parts[index]?.text ?? '';
  if (cutAt === null || text.trim() === '') return null;
  const before = parts.slice(0, index).filter((part) => part.text.trim() !== '');
  const start = before.reduce((sum, part) => sum + part.text.length + JOINT.length, 0);
  return cutAt >= start + text.length ? null : Math.max(0, cutAt - start);
}

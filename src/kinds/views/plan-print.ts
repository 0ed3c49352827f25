/**
 * The fingerprint of a post's plan: of its texts, files, accounts and time. What is approved is a plan, so a post whose plan changes needs
 * another approval (docs/people.md, Approval). Each part has a hash of its own, so that a comparison names what changed.
 */
import { hash } from 'node:crypto';
import type { PostExtras } from '../../../store/post-extras.ts';
import { inOrder } from '../../base/in-order.ts';

/** What of a post's row is approved. */
interface ApprovedContent {
  content: string;
  accountIds: readonly string[];
  media: readonly string[];
  options: object;
  extras: PostExtras;
}

/** Epoch ms; `now` and `slot`: at once, and in the next free slot, when it is approved; null means at no time. */
type PlannedTime = number | 'now' | 'slot' | null;

const PARTS = ['texts', 'files', 'accounts', 'time'] as const;
type PlanPart = (typeof PARTS)[number];

/** @returns the hashes of the four parts with dots between them */
export function planPrint(post: ApprovedContent, time: PlannedTime): string {
  const { content, media, options, accountIds } = post;
  // `pages` and `skipped` are found by the service, and nobody writes them
  const { pages: _, skipped: __, ...extras } = post.extras;
  return [
    hashOf({ content, options, extras: textsIn(extras) }),
    hashOf({ media, ofExtras: mediaIn(extras) }),
    hashOf(accountIds.toSorted()),
    hashOf(time),
  ].join('.');
}

/** Whether two plans are the same apart from the time. */
export const sameContent = (one: string, other: string): boolean =>
  changedParts(one, other).every((part) => part === 'time');

/** What differs between two plans. Of one that is no fingerprint everything differs. */
export function changedParts(one: string, other: string): PlanPart[] {
  const [before, after] = [one.split('.'), other.split('.')];
  return PARTS.filter((_, index) => before[index] !== after[index]);
}

function mediaIn({ overrides = [], thread = [], linkPreview }: PostExtras): unknown[] {
  return [
    thread.map((part) => part.media),
    overrides.map((entry) => [
      entry.media,
      entry.thread?.map((part) => part.media),
      imageOf(entry.linkPreview),
    ]),
    imageOf(linkPreview),
  ];
}

const imageOf = (setting: PostExtras['linkPreview'] | null) => (setting ? setting.image : null);

const hashOf = (part: unknown): string =>
  hash('sha256', JSON.stringify(inOrder(part)) ?? 'null', 'base64url');

/** What of the extras is text. Their files are a part of their own. */
const textsIn = (extras: PostExtras): unknown =>
  JSON.parse(JSON.stringify(extras, (name, value: unknown) => (FILES.has(name) ? undefined : value)));

/** Fields of a part, an override and a preview. Descriptions are named by addresses, which are never these words. */
const FILES = new Set(['media', 'image']);

/** Plans a post for one account: as one post of its network, or as a thread (docs/contract.md, Threads). */
import type { AccountFacts } from '../../../adapters/port/account.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { FieldWarning, Plan, PostContent } from '../../../adapters/port/publish.ts';
import {
  contentFor,
  measurePart,
  type OwnContent,
  type OwnPart,
  planPart,
  type Written,
} from './for-account.ts';
import { type Pages, previewOf, type RequestedPreview, requestedPreview } from './link-preview.ts';

/** What an account would be sent, whatever it links to. */
export interface WholePlan extends Plan {
  /** The parts after the first. Absent means that the network gets one post. */
  thread?: Plan[];
}

/** What an account would be sent, and the preview of a page that it asks for. */
export interface AccountPlanned extends WholePlan {
  requestedPreview: RequestedPreview | null;
}

/** What the parts are planned with. */
type Terms = { options: PostContent['options']; account: AccountFacts };

/**
 * Create, validate and the delivery itself use this, so that all three say the same. Where a network takes no threads, the
 * parts become one post.
 * @param pages that the post links to, as far as they were read
 * @returns refusals and warnings of all parts; each names the field in which the text or the media stand
 */
export function planForAccount(
  adapter: Manifest,
  post: Written,
  account: AccountFacts,
  pages?: Pages,
): AccountPlanned {
  const own = contentFor(post, account);
  const terms = { options: post.options, account };
  const isJoined = own.thread.length > 0 && !adapter.publish.thread;
  const plan =
    own.thread.length === 0
      ? planPart(adapter, own, terms)
      : isJoined
        ? planJoined(adapter, own, terms)
        : planThread(adapter, own, terms);
  return withPreview(
    plan,
    requestedPreview(adapter, own, { ...plan, isCut: !isJoined && plan.text !== own.text }),
    pages,
  );
}

/** The preview belongs to the first part of a thread. */
function withPreview(
  plan: WholePlan,
  preview: ReturnType<typeof requestedPreview>,
  pages?: Pages,
): AccountPlanned {
  const linkPreview = preview.wanted && previewOf(preview.wanted, pages);
  return {
    ...plan,
    warnings: [...plan.warnings, ...preview.warnings.map(({ message }) => message)],
    ...withDetails(plan, preview.warnings),
    refusals: [...plan.refusals, ...preview.refusals],
    ...(linkPreview && { linkPreview }),
    requestedPreview: preview.wanted,
  };
}

/** Limits are those of each part. */
function planThread(adapter: Manifest, own: OwnContent, terms: Terms): WholePlan {
  const first = planPart(adapter, own, terms);
  const thread = own.thread.map((part) => planPart(adapter, part, terms));
  const named = <T extends { message: string }>(fault: T, index: number): T => ({
    ...fault,
    message: `thread[${index}]: ${fault.message}`,
  });
  const details = thread.flatMap(({ warningDetails = [] }, index) =>
    warningDetails.map((warning) => named(warning, index)),
  );
  return {
    ...first,
    warnings: [
      ...first.warnings,
      ...thread.flatMap(({ warnings }, index) => warnings.map((warning) => `thread[${index}]: ${warning}`)),
    ],
    ...withDetails(first, details),
    refusals: [
      ...first.refusals,
      ...thread.flatMap(({ refusals }, index) => refusals.map((refusal) => named(refusal, index))),
    ],
    thread,
  };
}

/** What a network says where a file more is more than it takes in one post. */
const TOO_MANY = new Set([
  'media_mixed',
  'mixed_media',
  'too_many_images',
  'too_many_media',
  'too_many_videos',
]);

function planJoined(adapter: Manifest, own: OwnContent, terms: Terms): Plan {
  const { plan, leftOut } = join(adapter, own, terms);
  const { name } = adapter;
  const message = `thread: ${name} takes no threads, so the parts are one post there, with a blank line between them.`;
  const without = leftOut.map(
    (url) => `media ${url} is left out: the parts are one post on ${name}, which takes no more.`,
  );
  return {
    ...plan,
    warnings: [message, ...without, ...plan.warnings],
    ...withDetails(plan, [{ code: 'thread_joined', param: own.threadPath, message }]),
  };
}

/** The texts with a blank line between them, and the media in their order, up to what the network takes. */
function join(adapter: Manifest, { thread, ...first }: OwnContent, terms: Terms) {
  let joined: OwnPart = {
    ...first,
    text: [first, ...thread]
      .map(({ text }) => text)
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
    altText: Object.assign({}, ...thread.map(({ altText }) => altText), first.altText) as OwnPart['altText'],
  };
  let plan = planPart(adapter, joined, terms);
  const leftOut: string[] = [];
  for (const { media, mediaPaths } of thread) {
    for (const [index, url] of media.entries()) {
      const more = {
        ...joined,
        media: [...joined.media, url],
        mediaPaths: [...joined.mediaPaths, mediaPaths[index]!],
      };
      const next = planPart(adapter, more, terms);
      if (leftOut.length > 0 || isFull(plan, next)) leftOut.push(url);
      else [joined, plan] = [more, next];
    }
  }
  return { joined, plan, leftOut };
}

/** How long each text is to its network, and what it costs there. */
export function measureForAccount(adapter: Manifest, post: Written, account: AccountFacts) {
  const own = contentFor(post, account);
  const terms = { options: post.options, account };
  const isThread = own.thread.length > 0 && adapter.publish.thread === true;
  const first = isThread || own.thread.length === 0 ? own : join(adapter, own, terms).joined;
  return {
    ...measurePart(adapter, first, terms),
    thread: isThread ? own.thread.map((part) => measurePart(adapter, part, terms)) : [],
  };
}

const isFull = (before: Plan, after: Plan) =>
  after.refusals.some(
    ({ code }) => TOO_MANY.has(code) && !before.refusals.some((refusal) => refusal.code === code),
  );

function withDetails(
  { warningDetails = [] }: Plan,
  more: FieldWarning[],
): { warningDetails?: FieldWarning[] } {
  const all = [...warningDetails, ...more];
  return all.length === 0 ? {} : { warningDetails: all };
}

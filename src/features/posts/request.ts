/** What create, PATCH and validate take, and how it is read. */
import { Type } from 'typebox';
import { postOptions } from '../../../adapters/options.ts';
import type { Target } from '../../../machines/post.ts';
import type { PostExtras, SkippedAccount } from '../../../store/post-extras.ts';
import type { Membership } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, nullable, resourceId, workspaceField } from '../../api/schemas.ts';
import { LabelsField, labelsOf } from '../../api/labels.ts';
import { deliveryId } from '../../kinds/delivery.ts';
import type { PostsContext } from './context.ts';
import {
  type AccountPlan,
  accountWarnings,
  insistOnPlans,
  planPost,
  type ReadAccounts,
  readTiming,
  refusalsAsWarnings,
  type Timing,
  type TimingFields,
} from './draft.ts';
import type { Content } from './content.ts';
import { addressAt } from './media-fields.ts';
import { overrideFields, type OverrideFields, readExtras, withoutPlatforms } from './overrides.ts';
import { skipRefused } from './refused.ts';
import { MAX_ACCOUNTS, MAX_CONTENT, MAX_MEDIA, MAX_URL, timingFields } from './fields.ts';

/** What a person writes of a post. */
const writtenFields = {
  content: Type.String({
    maxLength: MAX_CONTENT,
    description: 'The text. For reddit and pinterest the first line becomes the title.',
  }),
  accountIds: Type.Array(resourceId('account'), {
    minItems: 1,
    maxItems: MAX_ACCOUNTS,
    uniqueItems: true,
    description: 'Ids from GET /v1/accounts, all from one workspace.',
  }),
};
const moreFields = {
  media: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_URL, examples: ['https://example.org/picture.jpg'] }), {
      maxItems: MAX_MEDIA,
      description:
        'Public URLs. Spaces and letters outside ASCII are encoded as browsers do. The type is read from the extension; a URL without a known one is skipped.',
    }),
  ),
  ...overrideFields,
  labels: Type.Optional(LabelsField),
};

export const createBody = Type.Object(
  {
    ...writtenFields,
    ...timingFields,
    skipRefused: Type.Optional(
      Type.Boolean({
        description: 'Leave out accounts whose network will refuse the post; `skipped` lists them.',
      }),
    ),
    ...moreFields,
    ...postOptions,
    ...workspaceField,
  },
  closed,
);

/** A post without a time: what each post of a series says. */
export const writtenBody = Type.Object({ ...writtenFields, ...moreFields, ...postOptions }, closed);

/** A PATCH names what changes. `null` takes an option away again. */
export const patchBody = Type.Object(
  {
    content: Type.Optional(createBody.properties.content),
    accountIds: Type.Optional(createBody.properties.accountIds),
    ...timingFields,
    skipRefused: createBody.properties.skipRefused,
    media: createBody.properties.media,
    ...overrideFields,
    labels: createBody.properties.labels,
    ...Object.fromEntries(
      Object.entries(postOptions).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
    ),
    ...workspaceField,
  },
  closed,
);

/** The same of a post without a time. */
export const writtenPatch = Type.Object(
  {
    content: patchBody.properties.content,
    accountIds: patchBody.properties.accountIds,
    ...moreFields,
    ...Object.fromEntries(
      Object.entries(postOptions).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
    ),
  },
  closed,
);

export const TIMING_FIELDS = new Set(['scheduledAt', 'publishNow', 'useNextSlot', 'draft']);
/** Fields about the call: they are not part of the post. */
export const CALL_FIELDS = new Set(['workspace', 'skipRefused']);

export function timingOf(body: TimingFields): TimingFields {
  return Object.fromEntries(Object.entries(body).filter(([name]) => TIMING_FIELDS.has(name)));
}

/**
 * What a body says of the content, over what the post had. A PATCH names only what changes; null clears an option.
 * @throws Problem for media that is no address
 */
export function contentOf(
  body: {
    content?: string;
    accountIds?: string[];
    media?: string[];
    labels?: string[];
    skipRefused?: boolean;
  } & OverrideFields,
  before: {
    content?: string;
    accountIds?: string[];
    media?: string[];
    options?: object;
    extras?: PostExtras;
    labels?: string[];
  },
): Content {
  const {
    content,
    media: writtenMedia,
    overrides,
    altText,
    linkPreview,
    firstComment,
    thread,
    labels,
    accountIds: writtenIds,
    ...rest
  } = body;
  const accountIds = writtenIds ?? before.accountIds ?? [];
  const media = writtenMedia?.map((url, index) => addressAt(url, `/media/${index}`)) ?? before.media ?? [];
  const fields = Object.entries(rest).filter(([name]) => !TIMING_FIELDS.has(name) && !CALL_FIELDS.has(name));
  const options = Object.entries({ ...before.options, ...Object.fromEntries(fields) });
  return {
    content: content ?? before.content ?? '',
    accountIds,
    media,
    extras: {
      ...readExtras(
        {
          ...(overrides && { overrides }),
          ...(altText && { altText }),
          ...(thread && { thread }),
          ...(linkPreview !== undefined && { linkPreview }),
          ...(firstComment !== undefined && { firstComment }),
        },
        before.extras ?? {},
        { accountIds, postMedia: media },
      ),
      ...skippedStill(writtenIds ? [] : before.extras?.skipped, accountIds),
    },
    options: Object.fromEntries(options.filter(([, value]) => value !== null)),
    labels: labels ? labelsOf(labels) : (before.labels ?? []),
  };
}

/** Accounts that were left out before, without those that are the post's again or were only listed. */
function skippedStill(
  skipped: readonly SkippedAccount[] = [],
  accountIds: readonly string[],
): Pick<PostExtras, 'skipped'> {
  const still = skipped.filter(({ accountId }) => !accountIds.includes(accountId));
  return still.length === 0 ? {} : { skipped: still };
}

/**
 * `contentOf` for a PATCH: overrides that stay lose the platforms on which the post has no account any more.
 * @throws Problem as `contentOf`
 */
export async function contentAfter(
  body: Parameters<typeof contentOf>[0],
  before: Parameters<typeof contentOf>[1],
  readAccounts: ReadAccounts,
): Promise<Content> {
  const content = contentOf(body, before);
  const isKept = body.overrides === undefined && content.extras.overrides !== undefined;
  if (!isKept || body.accountIds === undefined) return content;
  const used = (await readAccounts(content.accountIds)).map(({ platform }) => platform);
  return { ...content, extras: withoutPlatforms(content.extras, used) };
}

/**
 * The timing of a create or validate, which needs one.
 * @throws Problem when none or several are given, or the date is none
 */
export function timingRequired(body: TimingFields, workspace: Membership): Timing {
  const timing = readTiming(timingOf(body), workspace.timezone);
  if (timing) return timing;
  throw invalid(
    '/scheduledAt',
    'say when to publish: give one of scheduledAt, useNextSlot, publishNow or draft',
    { code: 'timing_required' },
  );
}

/** A post to plan, as a body asks for it. */
export interface PlanRequest {
  content: Content;
  timing: Timing;
  /** Leave out accounts that refuse. Default: a refusal is a Problem. */
  skipRefused?: boolean;
  /** Accounts on which the post is live. Default: none. */
  live?: ReadonlySet<string>;
}

/**
 * Plans a post. What a network would refuse is a warning for a draft, and else a Problem, unless the account is left out.
 * @returns the content for the accounts that are left
 */
export async function planFor(
  call: { context: Pick<PostsContext, 'adapters' | 'guard' | 'media'> },
  accounts: ReadAccounts,
  workspace: Membership,
  { content, timing, skipRefused: skips = false, live = new Set() }: PlanRequest,
): Promise<{ content: Content; plans: AccountPlan[]; warnings: string[] }> {
  const { plans, warnings } = await planPost(accounts, call.context, workspace, content);
  const left = skips ? skipRefused(content, plans, { timing, live }) : { content, plans };
  const all = [...warnings, ...accountWarnings(left.plans)];
  if (timing.kind === 'draft') return { ...left, warnings: [...all, ...refusalsAsWarnings(plans)] };
  if (!skips) insistOnPlans(plans);
  return { ...left, warnings: all };
}

/** Whether pages are to be read before the post is sent, for their previews. */
export const linksToPages = (plans: readonly AccountPlan[]): boolean =>
  plans.some(({ requestedPreview }) => requestedPreview?.needsPage);

export function targetsOf(postId: string, plans: AccountPlan[]): Target[] {
  return plans.map(({ account, thread, firstComment }) => ({
    accountId: account.id,
    deliveryId: deliveryId(postId, account.id),
    platform: account.platform,
    onUnknown: account.onUnknown,
    ...(thread && { parts: 1 + thread.length }),
    ...(firstComment && { firstComment: firstComment.text }),
  }));
}

/** Says beforehand what a create would do (docs/contract.md, Posts). */
import { Type } from 'typebox';
import { LENGTH_UNITS } from '../../../adapters/port/measure.ts';
import type { FieldWarning } from '../../../adapters/port/publish.ts';
import type { Tx } from '../../../store/connect.ts';
import { idempotent } from '../../api/idempotent.ts';
import type { Membership } from '../../api/principal.ts';
import { workspaceOf } from '../../api/principal.ts';
import { choice, ErrorValues, nullable } from '../../api/schemas.ts';
import { isoOrNull, localTime } from '../../base/time.ts';
import { expiryWarnings } from '../media/index.ts';
import { takeNextSlot } from '../workspaces/index.ts';
import type { Content } from './content.ts';
import { operation, type PostsContext } from './context.ts';
import { type AccountPlan, accountWarnings, planPost, type Timing } from './draft.ts';
import { allMediaOf } from './overrides.ts';
import { measureForAccount } from './plan-for-account.ts';
import { findDuplicates } from './duplicates.ts';
import { isTaken } from './refused.ts';
import { contentOf, createBody, timingRequired } from './request.ts';
import { previewsFor, previewSchema } from './preview-schema.ts';

const findingFields = {
  code: Type.String(),
  param: Type.String(),
  message: Type.String(),
  values: Type.Optional(ErrorValues),
};
const finding = Type.Object(findingFields);
const warning = Type.Object({
  ...findingFields,
  willRefuse: Type.Optional(
    Type.Literal(true, { description: 'The network will refuse the post. Absent means it will not.' }),
  ),
});

const length = Type.Object(
  {
    used: Type.Integer({ minimum: 0 }),
    limit: nullable(Type.Integer({ description: 'Null if the network states none.' })),
    unit: choice(
      LENGTH_UNITS,
      "What is counted. `characters`: Unicode code points. `weight`: by the network's own rules, in which links, emoji or mentions count differently.",
    ),
  },
  {
    description:
      'Of the text before it is cut, without its title. Of several limits, the one that is nearest to being reached.',
  },
);

const cost = Type.Object(
  {
    amount: Type.Number(),
    currency: Type.String({ description: 'ISO 4217.' }),
    why: Type.String(),
  },
  { description: 'What the network charges the operator for the post. Null if nothing.' },
);

const part = Type.Object({
  text: Type.String(),
  length,
  cutAt: nullable(Type.Integer({ minimum: 0 })),
  media: Type.Array(Type.String()),
  cost: nullable(cost),
});

export const validatePost = operation({
  id: 'validatePost',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/validate' },
  scope: 'draft',
  isHarmless: true,
  audit: 'nothing',
  tool: { name: 'validate_post', onRequest: true },
  tag: 'Posts',
  summary: 'What would happen',
  description:
    "Takes the body of a create and answers what each network would be sent: the exact text after cutting, its length by the network's own count, the title, the media, what it costs, with warnings and refusals. Nothing is saved or sent.",
  body: createBody,
  result: Type.Object({
    valid: Type.Boolean({ description: 'Whether create would take this.' }),
    scheduledAt: nullable(Type.String()),
    scheduledLocal: nullable(Type.String()),
    timezone: Type.String(),
    warnings: Type.Array(Type.String()),
    accounts: Type.Array(
      Type.Object({
        accountId: Type.String(),
        platform: Type.String(),
        text: Type.String(),
        title: nullable(Type.String()),
        length,
        cutAt: nullable(
          Type.Integer({
            minimum: 0,
            description:
              'UTF-16 offset in the text as it was written for the account (`content` of its override, else of the post): from there on the network gets nothing. Null if it gets all.',
          }),
        ),
        media: Type.Array(Type.String()),
        thread: Type.Array(part, {
          description: 'The parts after the first; empty where the network gets one post.',
        }),
        linkPreview: previewSchema,
        firstComment: nullable(
          Type.Object({ text: Type.String(), length }, { description: 'Null where the account gets none.' }),
        ),
        cost: nullable(cost),
        warnings: Type.Array(Type.String()),
        warningDetails: Type.Array(warning, {
          description: 'Those of the warnings that are about a field a program may set.',
        }),
        refusals: Type.Array(finding),
      }),
    ),
  }),
  errors: { 404: 'useNextSlot was asked and there is no posting schedule' },
  example: {
    body: { content: 'Hello', accountIds: ['acc_01JD0000000000000000000001'], publishNow: true },
    result: {
      valid: true,
      scheduledAt: '2026-05-04T10:00:00.000Z',
      scheduledLocal: '2026-05-04T12:00:00',
      timezone: 'Europe/Berlin',
      warnings: [],
      accounts: [
        {
          accountId: 'acc_01JD0000000000000000000001',
          platform: 'bluesky',
          text: 'Hello',
          title: null,
          length: { used: 5, limit: 300, unit: 'graphemes' },
          cutAt: null,
          media: [],
          thread: [],
          linkPreview: null,
          firstComment: null,
          cost: null,
          warnings: [],
          warningDetails: [],
          refusals: [],
        },
      ],
    },
  },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const timing = timingRequired(call.body, workspace);
    return idempotent(call, async (tx) => {
      const content = contentOf(call.body, {});
      const { readAccounts, findPostsOfText } = call.context.posts;
      const { plans: planned, warnings } = await planPost(readAccounts, call.context, workspace, content);
      const dueAt = await dueAtOf(
        tx,
        { workspace, accountIds: planned.map(({ account }) => account.id) },
        timing,
        call.now,
      );
      const duplicates = await findDuplicates(findPostsOfText, {
        workspaceId: workspace.id,
        content,
        accounts: planned.map(({ account }) => account),
        dueAt,
        isDraft: timing.kind === 'draft',
      });
      const plans = planned.map((plan) => withWarning(plan, duplicates.get(plan.account.id)));
      const previewOf = await previewsFor(call.context.linkPreviews, plans, {
        workspaceId: workspace.id,
        now: call.now,
      });
      return {
        result: {
          valid: timing.kind === 'draft' || isTaken(plans, call.body.skipRefused ?? false),
          scheduledAt: isoOrNull(dueAt),
          scheduledLocal: dueAt === null ? null : localTime(dueAt, workspace.timezone),
          timezone: workspace.timezone,
          warnings: [...warnings, ...accountWarnings(plans), ...expiryWarnings(allMediaOf(content), dueAt)],
          accounts: plans.map((plan) => ({
            ...planView(plan, content, call.context),
            linkPreview: previewOf(plan),
          })),
        },
      };
    });
  },
});

function withWarning(plan: AccountPlan, warning?: FieldWarning): AccountPlan {
  if (!warning) return plan;
  return {
    ...plan,
    warnings: [...plan.warnings, warning.message],
    warningDetails: [...(plan.warningDetails ?? []), warning],
  };
}

function planView(plan: AccountPlan, content: Content, { adapters }: Pick<PostsContext, 'adapters'>) {
  const { id, platform, limits } = plan.account;
  const { thread, ...first } = measureForAccount(adapters[platform]!, content, { id, platform, limits });
  return {
    accountId: id,
    platform,
    text: plan.text,
    title: plan.title,
    ...first,
    media: plan.media.map((item) => item.url),
    thread: thread.map((measure, index) => {
      const { text, media } = plan.thread![index]!;
      return { text, media: media.map(({ url }) => url), ...measure };
    }),
    firstComment: plan.firstComment,
    warnings: plan.warnings,
    warningDetails: plan.warningDetails ?? [],
    refusals: plan.refusals,
  };
}

async function dueAtOf(
  tx: Tx,
  of: { workspace: Membership; accountIds: string[] },
  timing: Timing,
  now: number,
): Promise<number | null> {
  switch (timing.kind) {
    case 'draft':
    case 'at':
      return timing.at;
    case 'now':
      return now;
    case 'slot':
      return takeNextSlot(tx, of, now, true);
    default:
      return timing satisfies never;
  }
}

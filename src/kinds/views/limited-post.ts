/**
 * A post for somebody who reaches some of its accounts only (docs/people.md): without the texts for the others and without the results
 * there. The text, the media and the time of the post are those of all its accounts.
 */
import { networks } from '../../../adapters/networks.ts';
import type { Persisted } from '../../../machines/durable.ts';
import type { HeldTo } from '../../../store/held.ts';
import type { Override } from '../../../store/post-extras.ts';
import type { PostRow } from '../../../store/posts.ts';
import { deliveryView } from './delivery.ts';

const accountOf = ({ context }: Persisted): string => (context as { accountId: string }).accountId;

/** Every account that the post goes to, or went to. */
export const accountsOfPost = ({
  accountIds,
  deliveries,
}: Pick<PostRow, 'accountIds' | 'deliveries'>): string[] => [
  ...new Set([...accountIds, ...deliveries.map(accountOf)]),
];

/** @param post as it was read for somebody who is held to these accounts, with the numbers of these alone */
export function limitedPost(post: PostRow, heldTo: HeldTo): PostRow {
  if (heldTo === null || accountsOfPost(post).every((id) => heldTo.includes(id))) return post;
  const places = post.accountIds.map((id, index) => ({ id, platform: post.platforms[index]! }));
  const reached = places.filter(({ id }) => heldTo.includes(id));
  const platforms = reached.map(({ platform }) => platform);
  const deliveries = post.deliveries.filter((one) => heldTo.includes(accountOf(one)));
  const { overrides, skipped, ...extras } = post.extras;
  return {
    ...post,
    accountIds: reached.map(({ id }) => id),
    platforms,
    deliveries,
    options: optionsOf(post.options, platforms),
    // those about single accounts begin with the account
    warnings: post.warnings.filter((line) => heldTo.some((id) => line.startsWith(`${id} `))),
    error: deliveries.map((one) => deliveryView(one).error).find((error) => error !== null) ?? null,
    extras: {
      ...extras,
      ...(overrides && {
        overrides: overrides.flatMap((entry) => limitedOverride(entry, heldTo, platforms)),
      }),
      ...(skipped && { skipped: skipped.filter(({ accountId }) => heldTo.includes(accountId)) }),
    },
  };
}

function limitedOverride(
  entry: Override,
  heldTo: readonly string[],
  platforms: readonly string[],
): Override[] {
  const accountIds = entry.accountIds?.filter((id) => heldTo.includes(id));
  const named = entry.platforms?.filter((one) => platforms.includes(one));
  if ((accountIds ?? named ?? []).length === 0) return [];
  return [{ ...entry, ...(accountIds && { accountIds }), ...(named && { platforms: named }) }];
}

/** The fields of networks of which an account is reached. */
function optionsOf(options: PostRow['options'], platforms: readonly string[]): PostRow['options'] {
  const own = new Set(
    platforms.flatMap((one) => {
      const { options: fields = {}, toolOptions = {} } = networks[one as keyof typeof networks] ?? {};
      return [...Object.keys(fields), ...Object.keys(toolOptions)];
    }),
  );
  return Object.fromEntries(Object.entries(options).filter(([name]) => own.has(name)));
}

/** Texts that some accounts of a post get in place of the common one: overrides, as the API has them. Pure. */

/** One entry: it names accounts or networks, and what they get. */
export interface Override {
  accountIds?: string[];
  platforms?: string[];
  content?: string;
  /** null means none. */
  firstComment?: string | null;
  media?: string[];
  altText?: { [url: string]: string };
  thread?: { content: string; media?: string[]; altText?: { [url: string]: string } }[];
}

interface Place {
  id: string;
  platform: string;
}

const ofAccount = (overrides: readonly Override[], { id }: Place) =>
  overrides.find(({ accountIds }) => accountIds?.includes(id));

/** @returns the account's own text; null means it gets the common one, or one of its network */
export const ownTextOf = (overrides: readonly Override[], account: Place): string | null =>
  ofAccount(overrides, account)?.content ?? null;

/**
 * @param text null means the account gets the common text again
 * @returns the overrides with the account's own text in an entry of its own; what else its entry says stays
 */
export function withOwnText(overrides: readonly Override[], account: Place, text: string | null): Override[] {
  const own = ofAccount(overrides, account);
  const ofPlatform = overrides.find(({ platforms }) => platforms?.includes(account.platform));
  const { accountIds: _, platforms: __, content: ___, ...rest } = own ?? ofPlatform ?? {};
  const others = overrides.flatMap((entry) => {
    if (entry !== own) return [entry];
    const left = own.accountIds!.filter((id) => id !== account.id);
    return left.length === 0 ? [] : [{ ...entry, accountIds: left }];
  });
  if (text === null && (own === undefined || Object.keys(rest).length === 0)) return others;
  return [...others, { accountIds: [account.id], ...rest, ...(text !== null && { content: text }) }];
}

/** The overrides that are about these accounts, as a request may send them: an empty text is not one. */
export function sendable(overrides: readonly Override[], accounts: readonly Place[]): Override[] {
  const ids = new Set(accounts.map(({ id }) => id));
  const used = new Set<string>(accounts.map(({ platform }) => platform));
  return overrides.flatMap((entry): Override[] => {
    const { accountIds, platforms, content, firstComment, ...rest } = entry;
    const fields = {
      ...rest,
      ...(content !== undefined && content.trim() !== '' && { content }),
      ...(firstComment !== undefined && { firstComment: firstComment?.trim() ? firstComment : null }),
    };
    if (Object.keys(fields).length === 0) return [];
    const named = accountIds?.filter((id) => ids.has(id)) ?? platforms?.filter((one) => used.has(one)) ?? [];
    if (named.length === 0) return [];
    return [accountIds ? { accountIds: named, ...fields } : { platforms: named, ...fields }];
  });
}

const ofPlatform = (overrides: readonly Override[], platform: string) =>
  overrides.find(({ platforms }) => platforms?.includes(platform));

/** @returns the network's own text; null means its accounts get the common one */
export const networkTextOf = (overrides: readonly Override[], platform: string): string | null =>
  ofPlatform(overrides, platform)?.content ?? null;

/**
 * @param text null means that the network's accounts get the common text again
 * @returns the overrides with the network's own text in an entry of its own; what else its entry says stays
 */
export const withNetworkText = (
  overrides: readonly Override[],
  platform: string,
  text: string | null,
): Override[] => withNetworkField(overrides, platform, 'content', text ?? undefined);

/** @returns the network's own first comment; null means it gets none, undefined that it gets the common one */
export const networkCommentOf = (
  overrides: readonly Override[],
  platform: string,
): string | null | undefined => ofPlatform(overrides, platform)?.firstComment;

/** The same as withNetworkText for the first comment. @param text null means none, undefined the common one again */
export const withNetworkComment = (
  overrides: readonly Override[],
  platform: string,
  text: string | null | undefined,
): Override[] => withNetworkField(overrides, platform, 'firstComment', text);

/** @param value undefined means that the network's accounts get what all get */
function withNetworkField<Field extends 'content' | 'firstComment'>(
  overrides: readonly Override[],
  platform: string,
  field: Field,
  value: Override[Field],
): Override[] {
  const own = ofPlatform(overrides, platform);
  const { platforms: _, [field]: __, ...rest } = own ?? {};
  const others = overrides.flatMap((entry) => {
    if (entry !== own) return [entry];
    const left = own.platforms!.filter((one) => one !== platform);
    return left.length === 0 ? [] : [{ ...entry, platforms: left }];
  });
  if (value === undefined && Object.keys(rest).length === 0) return others;
  return [...others, { platforms: [platform], ...rest, ...(value !== undefined && { [field]: value }) }];
}

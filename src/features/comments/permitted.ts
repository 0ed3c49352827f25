/** Which actions a comment allows, and why not the others: from the network's rules, its own words about the comment, and its age. */
import { networks } from '../../../adapters/networks.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { StoredComment } from '../../../store/comments.ts';

const manifests: { [platform: string]: Manifest } = networks;

const ACTIONS = ['reply', 'hide', 'delete', 'privateReply'] as const;
type Action = (typeof ACTIONS)[number];

/** Networks take a private reply for seven days (Instagram and Messenger Platform, "Private Replies"). */
const PRIVATE_REPLY_FOR_MS = 7 * 24 * 3_600_000;

export type Can = { [action in Action]: boolean } & { reasons: { [action in Action]?: string } };

/**
 * @param now epoch ms
 * @param adapter of the comment's network
 */
export function permitted(
  comment: StoredComment & { platform: string },
  now: number,
  adapter: Manifest | undefined = manifests[comment.platform],
): Can {
  const can: Can = { reply: true, hide: true, delete: true, privateReply: true, reasons: {} };
  for (const action of ACTIONS) {
    const reason = refusalOf(action, comment, { now, adapter });
    if (reason === null) continue;
    can[action] = false;
    can.reasons[action] = reason;
  }
  return can;
}

function refusalOf(
  action: Action,
  comment: StoredComment & { platform: string },
  { now, adapter }: { now: number; adapter: Manifest | undefined },
): string | null {
  const { says, deletedAt, platform } = comment;
  if (deletedAt !== null) return 'The comment is gone.';
  const name = adapter?.name ?? platform;
  if (!isSupported(action, adapter)) return `${name} does not allow it, or it is not supported yet.`;
  if (says?.can?.[action] === false)
    return says.cannot?.[action] ?? `${name} does not allow it for this comment.`;
  if (comment.isOwn && (action === 'hide' || action === 'privateReply'))
    return 'It is the account’s own comment.';
  if (action !== 'privateReply') return null;
  if (comment.privateReplyAt !== null) return `It was answered privately, and ${name} allows that once.`;
  return comment.createdAt !== null && now - comment.createdAt > PRIVATE_REPLY_FOR_MS
    ? `${name} takes a private answer for 7 days.`
    : null;
}

/** Whether a network has a call for an action at all. */
export function isSupported(action: Action | 'unhide', adapter: Manifest | undefined): boolean {
  if (!adapter?.comments) return false;
  if (action === 'privateReply')
    return adapter.messages !== undefined && adapter.messages.noPrivateReplies !== true;
  return adapter.comments[action] !== undefined;
}

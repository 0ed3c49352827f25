import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Post } from '../../base/api.ts';
import { NamedMark, networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { sentence } from '../../base/parts/plain-words.ts';
import { deliveryLook, PostStatusBadge } from './status.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { PostActions, RetryButton } from './post-actions.tsx';
import { useAccountNames, useAccounts } from '../accounts/index.ts';

/** One post in the list: its text, status and time, the first error, and a mark for each account. */
export function PostCard({ post }: { post: Post }) {
  const names = useAccountNames();
  const [medium] = post.media;
  return (
    <Card withBorder padding="md">
      <Group wrap="nowrap" align="flex-start" gap="md">
        {medium !== undefined && <MediaThumb url={medium} size={64} alt="" />}
        <Stack gap={6} style={{ flex: 1, minWidth: 0 }}>
          <Anchor
            component={Link}
            href={`/posts/${post.id}`}
            c="inherit"
            className="post-text clamped"
            dir="auto"
            underline="hover"
          >
            {post.content.trim() || 'Without text'}
          </Anchor>
          <Group gap="xs">
            <PostStatusBadge post={post} />
            <When post={post} />
          </Group>
          {post.error !== null && (
            <Text size="sm" c="var(--mantine-color-error)" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {firstError(post, names)}
            </Text>
          )}
          <AccountMarks post={post} />
          <RetryButton post={post} size="xs" />
        </Stack>
        <PostActions post={post} />
      </Group>
    </Card>
  );
}

/** The networks it goes to, each with a dot for how the delivery fares. */
function AccountMarks({ post }: { post: Post }) {
  const names = useAccountNames();
  const { data: accounts = [] } = useAccounts();
  return (
    <Group gap={6} mt={4}>
      {post.deliveries.map((delivery) => {
        const { accountId, platform } = delivery;
        const { label, color } = deliveryLook(
          delivery,
          accounts.find(({ id }) => id === accountId),
        );
        return (
          <Group key={accountId} gap={4} wrap="nowrap">
            <NamedMark
              platform={platform}
              label={`${names.get(accountId) ?? 'disconnected'}, ${networkName(platform)}: ${label.toLowerCase()}`}
            />
            {color !== 'gray' && <Dot color={color} />}
          </Group>
        );
      })}
    </Group>
  );
}

/** How one delivery fares, as a colour; its mark says it in words. */
function Dot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ width: 8, height: 8, borderRadius: '50%', background: `var(--mantine-color-${color}-6)` }}
    />
  );
}

function When({ post }: { post: Post }) {
  const now = useNow(30_000);
  const at = post.status === 'published' ? (post.publishedAt ?? post.scheduledAt) : post.scheduledAt;
  if (at === null) return null;
  return (
    <Text size="sm" c="dimmed">
      <time dateTime={at}>{inZone(at, post.timezone)}</time>
      {' · '}
      {fromNow(at, now)}
    </Text>
  );
}

/** The first line of the errors, with the account's name in place of its id. */
function firstError({ error, deliveries }: Post, names: Map<string, string>): string {
  const failed = deliveries.filter(({ status }) => status === 'failed');
  const first = failed[0];
  if (first === undefined) return error ?? '';
  const name = names.get(first.accountId) ?? networkName(first.platform);
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  return `${name}: ${sentence(first.error ?? 'failed')}${more}`;
}

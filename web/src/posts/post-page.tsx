import { Alert, Anchor, Button, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link, useLocation, useParams } from 'wouter';
import { ApiError, type Delivery, messageOf, type Post, sentence } from '../api.ts';
import { pages } from '../pages.tsx';
import { OutIcon } from '../parts/icons.tsx';
import { AccountLabel, networkName } from '../parts/network.tsx';
import { useNow } from '../parts/now.ts';
import { Empty, Fault, PageTitle, Waiting } from '../parts/states.tsx';
import { DELIVERIES, DeliveryStatusBadge, PostStatusBadge } from '../parts/status.tsx';
import { fromNow, inZone } from '../parts/times.ts';
import { MediaThumb } from './media-thumb.tsx';
import { PostActions } from './post-actions.tsx';
import { useAccountNames, usePost } from './queries.ts';

export default function PostPage() {
  const { id } = useParams<{ id: string }>();
  const post = usePost(id);
  if (post.isPending) return <Waiting />;
  if (post.isError && post.error instanceof ApiError && post.error.status === 404)
    return (
      <Empty
        title="This post is not here"
        action={
          <Button component={Link} href="/posts">
            To the posts
          </Button>
        }
      >
        It was removed, or it belongs to another workspace.
      </Empty>
    );
  if (post.isError) return <Fault message={messageOf(post.error)} onRetry={() => void post.refetch()} />;
  return <Shown post={post.data} />;
}

function Shown({ post }: { post: Post }) {
  const [, go] = useLocation();
  const names = useAccountNames();
  const hasDebugger = pages.some(({ path }) => path.startsWith('/debugger'));
  return (
    <>
      <PageTitle
        actions={
          <>
            {hasDebugger && (
              <Button component={Link} href={`/debugger/${post.id}`} variant="default">
                How it went, step by step
              </Button>
            )}
            <PostActions post={post} onRemoved={() => go('/posts')} />
          </>
        }
      >
        Post
      </PageTitle>
      <Group gap="xs" mb="md" role="status" aria-label="Status">
        <PostStatusBadge status={post.status} />
        <Times post={post} />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack>
          <Card withBorder>
            <Text className="post-text">{post.content.trim() || 'Without text'}</Text>
            {post.media.length > 0 && (
              <Group mt="md" gap="sm">
                {post.media.map((url, index) => (
                  <Anchor key={url} href={url} target="_blank" rel="noreferrer">
                    <MediaThumb url={url} size={120} alt={`Medium ${index + 1} of ${post.media.length}`} />
                  </Anchor>
                ))}
              </Group>
            )}
          </Card>
          {post.warnings.length > 0 && (
            <Alert color="yellow" variant="light" title="Skipped or changed">
              <List size="sm">
                {post.warnings.map((warning) => (
                  <List.Item key={warning}>{withName(warning, names)}</List.Item>
                ))}
              </List>
            </Alert>
          )}
        </Stack>
        <Stack component="section" gap="sm" aria-labelledby="deliveries">
          <Title order={2} size="h4" id="deliveries">
            Accounts
          </Title>
          {post.deliveries.map((delivery) => (
            <DeliveryCard
              key={delivery.accountId}
              delivery={delivery}
              name={names.get(delivery.accountId)}
              timezone={post.timezone}
            />
          ))}
        </Stack>
      </SimpleGrid>
    </>
  );
}

/** The API names an account by its id: `acc_… (bluesky): …`. */
function withName(warning: string, names: Map<string, string>): string {
  const [, id, platform, rest] = /^(acc_\w+) \((\w+)\): (?:content: )?(.*)$/s.exec(warning) ?? [];
  if (id === undefined || platform === undefined || rest === undefined) return sentence(warning);
  return `${names.get(id) ?? 'A disconnected account'}, ${networkName(platform)}: ${rest}`;
}

function Times({ post }: { post: Post }) {
  const at = post.publishedAt ?? post.scheduledAt;
  if (at === null) return null;
  const word = { draft: 'for', scheduled: 'for', publishing: 'since', published: 'at', failed: 'at' }[
    post.status
  ];
  return (
    <Text size="sm" c="dimmed">
      {word} <time dateTime={at}>{inZone(at, post.timezone)}</time> ({post.timezone})
    </Text>
  );
}

function DeliveryCard({
  delivery,
  name,
  timezone,
}: {
  delivery: Delivery;
  name: string | undefined;
  timezone: string;
}) {
  const { status, platform, attempt, nextAttemptAt, url, error, warnings } = delivery;
  const { hint } = DELIVERIES[status];
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <AccountLabel platform={platform} account={name} />
        <DeliveryStatusBadge status={status} />
      </Group>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" mt={6}>
          {hint}
        </Text>
      )}
      {error !== null && (
        <Text size="sm" mt={6} c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" mt={6} p="xs">
          {sentence(warning)}
        </Alert>
      ))}
      {nextAttemptAt !== null && <Next at={nextAttemptAt} timezone={timezone} />}
      <Group gap="md" mt={6}>
        {attempt > 1 && (
          <Text size="sm" c="dimmed">
            Try {attempt} of 4
          </Text>
        )}
        {url !== null && (
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            <Group gap={4}>
              See it there <OutIcon size={14} />
            </Group>
          </Anchor>
        )}
      </Group>
    </Card>
  );
}

function Next({ at, timezone }: { at: string; timezone: string }) {
  const now = useNow(1_000);
  const isDue = Date.parse(at) <= now;
  return (
    <Text size="sm" mt={6}>
      {isDue ? 'Next look: any moment' : `Next look ${fromNow(at, now)}`}, {inZone(at, timezone)}
    </Text>
  );
}

import { Alert, Anchor, Box, Button, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { AccountPicture, useAccountNames, useAccounts } from '../accounts/index.ts';
import { Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { PostHistory } from '../audit/index.ts';
import { BesideUsual } from '../numbers/index.ts';
import { type Account, ApiError, type Delivery, messageOf, type Post } from '../../base/api.ts';
import { hasComments, networkName } from '../../base/parts/network.tsx';
import { sentence } from '../../base/finding.ts';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { deliveryLook, PostStatusBadge } from './status.tsx';
import { withZone } from '../../base/parts/times.ts';
import { ApprovalPanel } from './approval-panel.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { PostLabels } from './labels.tsx';
import { SeriesLine } from './series-mark.tsx';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { OutRing } from './out-ring.tsx';
import './post-row.css';
import { OwnTexts } from './own-texts.tsx';
import { PostNotes } from './post-notes.tsx';
import { PostActions, RetryButton } from './post-actions.tsx';
import { usePost } from './queries.ts';
import { IfCan } from '../../base/can.tsx';
import { t } from '../../base/language/text.ts';

export default function PostPage() {
  const { id } = useParams<{ id: string }>();
  const post = usePost(id);
  if (post.isPending) return <Waiting />;
  if (post.isError && post.error instanceof ApiError && post.error.status === 404)
    return (
      <Empty
        isPage
        title={t('This post is not here')}
        action={
          <Button component={Link} href="/posts">
            {t('To the posts')}
          </Button>
        }
      >
        {t('It was removed, or it belongs to another workspace.')}
      </Empty>
    );
  if (post.isError) return <Fault message={messageOf(post.error)} onRetry={() => void post.refetch()} />;
  return <PostView post={post.data} />;
}

const Limited = () => (
  <Text size="sm" c="dimmed" mb="md">
    {t('It goes to accounts too that you do not reach. You see it without them, and cannot change it.')}
  </Text>
);

function PostView({ post }: { post: Post }) {
  const [, go] = useLocation();
  const { data: accounts = [] } = useAccounts();
  return (
    <>
      <PageTitle
        tab={t('Post: {content}', { content: post.content.trim().slice(0, 50) || t('without text') })}
        actions={
          <>
            <IfCan call="getActor">
              <Button component={Link} href={`/debugger/${post.id}`} variant="default">
                {t('What happened, step by step')}
              </Button>
            </IfCan>
            {hasCommentsSomewhere(post) && (
              <Button component={Link} href={`/comments?post=${post.id}`} variant="default">
                {t('Comments')}
              </Button>
            )}
            <RetryButton post={post} />
            <PostActions post={post} onRemoved={() => go('/posts')} />
          </>
        }
      >
        {t('Post')}
      </PageTitle>
      {post.limited && <Limited />}
      <Group gap="xs" mb="md" role="status" aria-label={t('Status')}>
        <PostStatusBadge post={post} />
        <OutRing post={post} />
        <Times post={post} />
        <Numbers post={post} />
      </Group>
      <SeriesLine post={post} />
      <PostLabels post={post} />
      <ApprovalPanel post={post} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Written post={post} />
          <PostNotes post={post} />
        </Stack>
        <Stack gap="lg">
          <Stack component="section" gap="sm" aria-labelledby="deliveries">
            <Title order={2} size="h4" id="deliveries">
              {t('Accounts')}
            </Title>
            <Deliveries post={post} accounts={accounts} />
          </Stack>
          <History post={post} />
        </Stack>
      </SimpleGrid>
    </>
  );
}

/** So many cards of published deliveries are shown each; more are folded into one. */
const MAX_QUIET = 3;

/** A card for each account, those that need a person first. Many that are simply published are folded. */
function Deliveries({ post, accounts }: { post: Post; accounts: Account[] }) {
  const [isOpen, setOpen] = useState(false);
  const sorted = post.deliveries.toSorted(byUrgency(accounts));
  const quiet = sorted.filter(isQuiet);
  const folds = quiet.length > MAX_QUIET;
  const visible = folds && !isOpen ? sorted.filter((one) => !isQuiet(one)) : sorted;
  const accountOf = ({ accountId }: Delivery) => accounts.find(({ id }) => id === accountId);
  return (
    <>
      {visible.map((delivery) => (
        <DeliveryCard
          key={delivery.accountId}
          postId={post.id}
          isLimited={post.limited === true}
          delivery={delivery}
          account={accountOf(delivery)}
          timezone={post.timezone}
        />
      ))}
      {folds && (
        <Card withBorder padding="sm">
          <Group gap="sm">
            {!isOpen &&
              quiet.map((delivery) => (
                <AccountPicture
                  key={delivery.accountId}
                  account={accountOf(delivery)}
                  platform={delivery.platform}
                  size={24}
                />
              ))}
            <Button
              variant="subtle"
              size="compact-sm"
              ms="auto"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen
                ? t('Fold those that are published')
                : t('Show {count} that are published', { count: quiet.length })}
            </Button>
          </Group>
        </Card>
      )}
    </>
  );
}

/** It is live, and nothing about it is worth a look. */
const isQuiet = ({ status, error, warnings, maybeLive, firstComment }: Delivery): boolean =>
  status === 'published' &&
  error === null &&
  warnings.length === 0 &&
  maybeLive !== true &&
  (firstComment === null || firstComment.status === 'sent');

const COUNT_TEXTS = {
  views: (count: number) => t('{count, plural, one {# view} other {# views}}', { count }),
  likes: (count: number) => t('{count, plural, one {# like} other {# likes}}', { count }),
  comments: (count: number) => t('{count, plural, one {# comment} other {# comments}}', { count }),
  shares: (count: number) => t('{count, plural, one {# share} other {# shares}}', { count }),
};

/** What its networks counted, all together, with the way to the numbers of each. */
function Numbers({ post: { metrics, deliveries } }: { post: Post }) {
  if (metrics === null) return null;
  const counts = (['views', 'likes', 'comments', 'shares'] as const).filter((name) => metrics[name] > 0);
  const first = deliveries.find(({ networkPostId }) => networkPostId !== null);
  if (counts.length === 0 || first === undefined) return null;
  const query = new URLSearchParams({ account: first.accountId, post: first.networkPostId! });
  const published = deliveries.flatMap(({ accountId, platform, networkPostId }) =>
    networkPostId === null ? [] : [{ accountId, platform, networkPostId }],
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {counts.map((name) => COUNT_TEXTS[name](metrics[name])).join(' · ')}{' '}
        <Anchor component={Link} href={`/analytics/post?${query.toString()}`} size="sm" underline="always">
          {t('Numbers')}
        </Anchor>
      </Text>
      <Suspense fallback={null}>
        <BesideUsual published={published} />
      </Suspense>
    </>
  );
}

const History = ({ post }: { post: Post }) => (
  <Stack component="section" gap="sm" aria-labelledby="history">
    <Title order={2} size="h4" id="history">
      {t('History')}
    </Title>
    <Suspense fallback={<Waiting rows={2} />}>
      <PostHistory post={post} />
    </Suspense>
  </Stack>
);

/** It is live on a network whose comments can be read. */
const hasCommentsSomewhere = ({ deliveries }: Post) =>
  deliveries.some(({ status, platform }) => status === 'published' && hasComments(platform));

/** The text and media of the post, and what was skipped or changed in them. */
function Written({ post }: { post: Post }) {
  const names = useAccountNames();
  // the first says that it waits for an approval, as the panel above does
  const warnings = post.approval === 'requested' ? post.warnings.slice(1) : post.warnings;
  return (
    <Stack>
      <Card withBorder>
        <Words text={post.content.trim() || t('Without text')} media={post.media} altText={post.altText} />
        {post.thread.map((part, index) => (
          // parts are never reordered
          <Box
            key={index}
            mt="md"
            component="section"
            aria-label={t('Part {count} of the thread', { count: index + 2 })}
          >
            <Text size="xs" c="dimmed">
              {t('Part {count}', { count: index + 2 })}
            </Text>
            <Words
              text={part.content}
              media={part.media ?? []}
              altText={{ ...post.altText, ...part.altText }}
            />
          </Box>
        ))}
        {post.firstComment !== null && (
          <Box mt="md" component="section" aria-label={t('First comment')}>
            <Text size="xs" c="dimmed">
              {t('First comment')}
            </Text>
            <Words text={post.firstComment} media={[]} altText={{}} />
          </Box>
        )}
      </Card>
      <OwnTexts overrides={post.overrides} />
      {warnings.length > 0 && (
        <Alert color="yellow" variant="light" title={t('Skipped or changed')}>
          <List size="sm" style={{ overflowWrap: 'anywhere' }}>
            {warnings.map((warning) => (
              <List.Item key={warning}>{withName(warning, names)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

/** A text with the media below it. */
function Words(props: { text: string; media: string[]; altText: Post['altText'] }) {
  const { text, media, altText } = props;
  return (
    <>
      <Text className="post-text" dir="auto">
        {text}
      </Text>
      {media.length > 0 && (
        <Group mt="md" gap="sm">
          {media.map((url, index) => (
            <Anchor key={url} href={url} target="_blank" rel="noreferrer">
              <MediaThumb
                url={url}
                size={120}
                alt={
                  altText[url] ?? t('Medium {count} of {count2}', { count: index + 1, count2: media.length })
                }
              />
            </Anchor>
          ))}
        </Group>
      )}
    </>
  );
}

/** Warnings that are stored with a post have no codes: they begin with the account, `acc_… (bluesky): …`, and perhaps the field. */
function withName(warning: string, names: Map<string, string>): string {
  const [, id, platform, rest] = /^(acc_\w+) \((\w+)\): (?:content: )?(.*)$/s.exec(warning) ?? [];
  if (id === undefined || platform === undefined || rest === undefined) return sentence(warning);
  return `${names.get(id) ?? t('A disconnected account')}, ${networkName(platform)}: ${sentence(rest)}`;
}

/** Deliveries that need a person come first, published ones last. */
function byUrgency(accounts: Account[]) {
  const urgency = (delivery: Delivery): number => {
    const account = accounts.find(({ id }) => id === delivery.accountId);
    if (deliveryLook(delivery, account).label === 'Needs you') return 0;
    return {
      failed: 1,
      retrying: 2,
      verifying: 2,
      pending: 3,
      sending: 3,
      processing: 3,
      cancelled: 4,
      published: 5,
    }[delivery.status];
  };
  return (a: Delivery, b: Delivery) => urgency(a) - urgency(b);
}

function Times({ post }: { post: Post }) {
  const at = post.publishedAt ?? post.scheduledAt;
  if (at === null) return null;
  const word = { draft: 'for', scheduled: 'for', publishing: 'since', published: 'on', failed: 'on' }[
    post.status
  ];
  return (
    <Text size="sm" c="dimmed">
      {word} <time dateTime={at}>{withZone(at, post.timezone)}</time>
    </Text>
  );
}

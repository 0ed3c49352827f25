import { Anchor, Checkbox, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Account, Delivery, Post } from '../../base/api.ts';
import { PictureIcon } from '../../base/parts/icons.tsx';
import { LabelBadges } from '../../base/parts/label-badges.tsx';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import type { Tone } from '../../base/parts/look.ts';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { sentence } from '../../base/finding.ts';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { AccountPicture, useAccountNames, useAccounts } from '../accounts/index.ts';
import { PostActions, RetryButton } from './post-actions.tsx';
import { OutRing } from './out-ring.tsx';
import { SeriesSign } from './series-mark.tsx';
import './post-row.css';
import { deliveryLook, PostStatusBadge } from './status.tsx';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

interface RowProps {
  post: Post;
  isSelected?: boolean;
  /** Selects it, or no longer; absent where it cannot be selected. */
  onSelect?: () => void;
}

/** One post in the list: its picture and text, its accounts, status, numbers and time. Where something failed a second line says what. */
export function PostRow({ post, isSelected = false, onSelect }: RowProps) {
  const names = useAccountNames();
  const [medium] = post.media;
  return (
    <div className="post-row" data-selected={isSelected || undefined}>
      {onSelect === undefined ? (
        <span className="post-row-box" />
      ) : (
        <Checkbox
          size="xs"
          className="post-row-box"
          checked={isSelected}
          onChange={onSelect}
          aria-label={t('Select {content}', {
            content: post.content.trim().slice(0, 60) || t('the post without text'),
          })}
        />
      )}
      {medium === undefined ? (
        <span className="post-picture post-row-picture" aria-hidden="true">
          <PictureIcon size={16} />
        </span>
      ) : (
        <MediaThumb url={medium} size={32} alt="" />
      )}
      <div className="post-row-text">
        <Anchor
          component={Link}
          href={`/posts/${post.id}`}
          c="inherit"
          size="sm"
          dir="auto"
          className="post-row-link"
          underline="hover"
        >
          {post.content.trim() || t('Without text')}
        </Anchor>
        {post.labels.length > 0 && <LabelBadges labels={post.labels} most={MAX_LABELS} />}
        {post.error !== null && (
          <Text size="xs" c="var(--mantine-color-error)" truncate title={firstError(post, names)}>
            {firstError(post, names)}
          </Text>
        )}
      </div>
      <AccountMarks post={post} />
      <div className="post-row-status">
        <Views post={post} />
        <SeriesSign post={post} size={14} />
        <OutRing post={post} />
        <PostStatusBadge post={post} />
        <RetryButton post={post} size="compact-xs" />
      </div>
      <When post={post} />
      <div className="post-row-actions">
        <PostActions post={post} />
      </div>
    </div>
  );
}

/** So many labels are shown in a row. */
const MAX_LABELS = 3;

/** So many accounts have a mark of their own in a row. */
const MAX_MARKS = 5;

const URGENCY: { [tone in Tone]: number } = {
  'needs-you': 0,
  failed: 1,
  working: 2,
  planned: 3,
  live: 4,
  neutral: 5,
};

/** The accounts it goes to, those that failed or need a person first, each with the sign of how its delivery fares where that is worth a look. */
function AccountMarks({ post }: { post: Post }) {
  const names = useAccountNames();
  const { data: accounts = [] } = useAccounts();
  const marks = post.deliveries
    .map((delivery) => {
      const account = accounts.find(({ id }) => id === delivery.accountId);
      const look = deliveryLook(delivery, account);
      const name = `${names.get(delivery.accountId) ?? 'disconnected'}, ${networkName(delivery.platform)}`;
      return { delivery, account, look, label: `${name}: ${look.label.toLowerCase()}` };
    })
    .toSorted((a, b) => URGENCY[a.look.tone] - URGENCY[b.look.tone]);
  const more = marks.slice(MAX_MARKS);
  return (
    <div className="post-row-marks">
      {marks.slice(0, MAX_MARKS).map(({ delivery, account, look, label }) => (
        <Mark key={delivery.accountId} {...{ delivery, account, label }} tone={look.tone} />
      ))}
      {more.length > 0 && (
        <Text size="xs" c="dimmed" title={more.map(({ label }) => label).join('\n')}>
          +{more.length}
        </Text>
      )}
    </div>
  );
}

interface MarkProps {
  delivery: Delivery;
  account: Account | undefined;
  /** The account, its network and the status, in words. */
  label: string;
  tone: Tone;
}

const Mark = ({ delivery, account, label, tone }: MarkProps) => (
  <span role="img" aria-label={label} title={label} className="post-row-mark">
    <AccountPicture account={account} platform={delivery.platform} size={24} />
    {URGENCY[tone] <= URGENCY.working && <ToneSign tone={tone} size={14} />}
  </span>
);

/** How often a published post was seen, on all its networks together. */
function Views({ post: { metrics } }: { post: Post }) {
  if (metrics === null || metrics.views === 0) return null;
  const { views } = metrics;
  const short = views.toLocaleString(language.locale, { notation: 'compact' });
  return (
    <Text size="xs" c="dimmed" className="post-row-views">
      {t('{views, plural, one {{short} view} other {{short} views}}', { views, short })}
    </Text>
  );
}

function When({ post }: { post: Post }) {
  const now = useNow(30_000);
  const at = post.status === 'published' ? (post.publishedAt ?? post.scheduledAt) : post.scheduledAt;
  if (at === null) return <span className="post-row-when" />;
  return (
    <Text size="xs" c="dimmed" className="post-row-when" title={fromNow(at, now)}>
      <time dateTime={at}>{inZone(at, post.timezone)}</time>
    </Text>
  );
}

/** The first line of the errors, with the account's name in place of its id. */
function firstError({ error, deliveries }: Post, names: Map<string, string>): string {
  const failed = deliveries.filter(({ status }) => status === 'failed');
  const first = failed[0];
  if (first === undefined) return error ?? '';
  const name = names.get(first.accountId) ?? networkName(first.platform);
  const more = failed.length > 1 ? ` ${t('(and {count} more)', { count: failed.length - 1 })}` : '';
  return `${name}: ${sentence(first.error ?? t('failed'))}${more}`;
}

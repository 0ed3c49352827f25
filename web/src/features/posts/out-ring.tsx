/** On how many of its accounts a post is out, where it is not all of them or none. */
import type { Post } from '../../base/api.ts';
import { published } from './outcome.ts';
import { t } from '../../base/language/text.ts';

const SIZE = 16;
const RADIUS = 6;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring that is green where the post is out and red where it failed, with "16 of 19" beside it. */
export function OutRing({ post }: { post: Pick<Post, 'status' | 'deliveries'> }) {
  const { out, of } = published(post);
  if (of < 2 || out === of || (post.status !== 'publishing' && out === 0) || post.status === 'draft')
    return null;
  const failed = post.deliveries.filter(({ status }) => status === 'failed').length;
  const label =
    failed === 0
      ? t('Out on {out} of {of} accounts', { out, of })
      : t('Out on {out} of {of} accounts, failed on {failed}', { out, of, failed });
  return (
    <span className="out-ring" role="img" aria-label={label} title={label}>
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <Arc from={0} part={1} color="var(--mantine-color-default-border)" />
        <Arc from={0} part={out / of} color="var(--mantine-color-green-light-color)" />
        <Arc from={out / of} part={failed / of} color="var(--mantine-color-red-light-color)" />
      </svg>
      {/* the badge of a post that has ended says it */}
      {post.status === 'publishing' && t('{out} of {of}', { out, of })}
    </span>
  );
}

const Arc = ({ from, part, color }: { from: number; part: number; color: string }) => (
  <circle
    cx={SIZE / 2}
    cy={SIZE / 2}
    r={RADIUS}
    fill="none"
    stroke={color}
    strokeWidth="3"
    strokeDasharray={`${part * AROUND} ${AROUND}`}
    transform={`rotate(${from * 360 - 90} ${SIZE / 2} ${SIZE / 2})`}
  />
);

/** Beside what needs a person: what goes out next, what works by itself, and how it went since yesterday. */
import { Anchor, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import { NamedMark, networkName } from '../../base/parts/network.tsx';
import { clockInZone, inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import type { Home } from './queries.ts';
import { workingWords } from './words.ts';
import { t } from '../../base/language/text.ts';

interface CardProps {
  id: string;
  title: string;
  children: ReactNode;
}

const Card = ({ id, title, children }: CardProps) => (
  <section className="home-card" aria-labelledby={id}>
    <Title order={2} size="h4" id={id} className="home-heading">
      {title}
    </Title>
    {children}
  </section>
);

/** So many marks of networks are on a line. */
const MAX_MARKS = 4;

export function NextOut({ entries }: { entries: Home['nextOut'] }) {
  const { timezone } = useWorkspace();
  return (
    <Card id="next-out" title={t('Next out')}>
      {entries.length === 0 && (
        <Text size="sm" c="dimmed" className="home-line">
          {t('Nothing is planned.')}
        </Text>
      )}
      <ul className="home-list">
        {entries.map(({ at, post }) => (
          <li key={`${at} ${post?.id ?? ''}`} className="home-line">
            <Text size="xs" c="dimmed" className="home-when">
              <time dateTime={at}>{inZone(at, timezone)}</time>
            </Text>
            {post === null ? (
              <Text size="sm" c="dimmed">
                {t('Free slot')}
              </Text>
            ) : (
              <>
                <Anchor component={Link} href={`/posts/${post.id}`} size="sm" dir="auto" c="inherit" truncate>
                  {post.text.trim() || t('Without text')}
                </Anchor>
                <Marks platforms={post.platforms} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Marks({ platforms }: { platforms: readonly string[] }) {
  const all = [...new Set(platforms)];
  const more = all.length - MAX_MARKS;
  return (
    <span className="home-marks">
      {all.slice(0, MAX_MARKS).map((platform) => (
        <NamedMark key={platform} platform={platform} label={networkName(platform)} size={18} />
      ))}
      {more > 0 && (
        <Text span size="xs" c="dimmed">
          +{more}
        </Text>
      )}
    </span>
  );
}

export function WorkingByItself({ working: { items, count } }: { working: Home['working'] }) {
  const { timezone } = useWorkspace();
  if (items.length === 0) return null;
  return (
    <Card id="working" title={t('Working by itself')}>
      <ul className="home-list">
        {items.map((item) => (
          <li key={`${item.post.id} ${item.account.id}`} className="home-line">
            <ToneSign tone="working" size={16} />
            <Anchor component={Link} href={`/posts/${item.post.id}`} size="sm" c="inherit" truncate>
              {workingWords(item)}
            </Anchor>
            <Text size="xs" c="dimmed" className="home-when">
              <time dateTime={item.at}>{clockInZone(item.at, timezone)}</time>
            </Text>
          </li>
        ))}
      </ul>
      {count > items.length && (
        <Text size="xs" c="dimmed" className="home-line">
          {t('And {count} more.', { count: count - items.length })}
        </Text>
      )}
    </Card>
  );
}

export function SinceYesterday({ sinceYesterday: { published, failed } }: Pick<Home, 'sinceYesterday'>) {
  return (
    <Card id="since-yesterday" title={t('Since yesterday')}>
      <ul className="home-list">
        <li className="home-line">
          <ToneSign tone="live" size={16} />
          <Anchor component={Link} href="/posts?status=published" size="sm" c="inherit">
            {t('{published} published', { published })}
          </Anchor>
        </li>
        <li className="home-line">
          {failed === 0 ? <span className="home-no-sign" /> : <ToneSign tone="failed" size={16} />}
          <Anchor component={Link} href="/posts?status=failed" size="sm" c="inherit">
            {t('{failed} failed', { failed })}
          </Anchor>
        </li>
      </ul>
    </Card>
  );
}

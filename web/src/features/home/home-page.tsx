/** Home: what needs the person, and beside it what happens next. */
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { LIMITS } from '../../base/limits.ts';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { NextOut, SinceYesterday, WorkingByItself } from './beside.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ItemRow } from './item-row.tsx';
import { type Home, type HomeItem, useHome } from './queries.ts';
import './home.css';
import { t } from '../../base/language/text.ts';

export function HomePage() {
  const home = useHome();
  return (
    <>
      <PageTitle>{t('Home')}</PageTitle>
      {home.isError && home.data === undefined && (
        <Fault message={messageOf(home.error)} onRetry={() => void home.refetch()} />
      )}
      {home.isPending && <Waiting />}
      {home.data !== undefined && <HomeSections home={home.data} />}
    </>
  );
}

export default HomePage;

function HomeSections({ home }: { home: Home }) {
  const { needsYou, unread, openComments, nextOut, working, firstSteps, sinceYesterday } = home;
  return (
    <div className="home">
      <div className="home-column">
        {firstSteps !== null && <FirstSteps steps={firstSteps} />}
        <NeedsYou needsYou={needsYou} />
        <Text size="sm" c="dimmed" className="home-line">
          <Anchor component={Link} href="/inbox?show=unread" inherit>
            {unread >= LIMITS.counted
              ? t('{most}+ unread conversations', { most: LIMITS.counted - 1 })
              : t('{unread, plural, one {# unread conversation} other {# unread conversations}}', { unread })}
          </Anchor>
          <span aria-hidden="true">·</span>
          <Anchor component={Link} href="/comments" inherit>
            {openComments >= LIMITS.counted
              ? t('{most}+ open comments', { most: LIMITS.counted - 1 })
              : t('{openComments, plural, one {# open comment} other {# open comments}}', { openComments })}
          </Anchor>
        </Text>
      </div>
      <div className="home-column">
        <NextOut entries={nextOut} />
        <WorkingByItself working={working} />
        <SinceYesterday sinceYesterday={sinceYesterday} />
      </div>
    </div>
  );
}

const needText = (count: number): string => {
  if (count === 0) return t('Nothing needs you');
  return count >= LIMITS.counted
    ? t('{most}+ things need you', { most: LIMITS.counted - 1 })
    : t('{count, plural, one {# thing needs you} other {# things need you}}', { count });
};

function NeedsYou({ needsYou: { items, count } }: Pick<Home, 'needsYou'>) {
  const more = count - items.length;
  return (
    <section className="home-card" aria-labelledby="needs-you">
      <h2 id="needs-you" className="home-heading">
        {needText(count)}
      </h2>
      {count === 0 && (
        <Text size="sm" c="dimmed" className="home-line">
          <ToneSign tone="live" size={16} /> {t('Everything is done, or works by itself.')}
        </Text>
      )}
      <ul className="home-list">
        {items.map((item) => (
          <ItemRow key={keyOf(item)} item={item} />
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="dimmed" className="home-line">
          {t('And {more} more: they follow when some of these are done.', { more })}
        </Text>
      )}
    </section>
  );
}

function keyOf(item: HomeItem): string {
  switch (item.code) {
    case 'account_needs_reconnect':
    case 'account_needs_app':
    case 'account_expires':
      return `${item.code} ${item.account.id}`;
    case 'post_may_be_live':
      return `${item.code} ${item.post.id} ${item.account.id}`;
    case 'post_awaits_approval':
    case 'file_expires':
      return `${item.code} ${item.post.id}`;
    case 'series_paused':
      return item.series.id;
    case 'feed_failed':
      return item.feed.id;
    case 'conversation_handed_over':
      return item.conversationId;
    case 'call_awaits_confirmation':
      return item.confirmationId;
    default:
      return item satisfies never;
  }
}

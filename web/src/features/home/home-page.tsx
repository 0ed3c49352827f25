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

export function HomePage() {
  const home = useHome();
  return (
    <>
      <PageTitle>Home</PageTitle>
      {home.isError && home.data === undefined && (
        <Fault message={messageOf(home.error)} onRetry={() => void home.refetch()} />
      )}
      {home.isPending && <Waiting />}
      {home.data !== undefined && <Shown home={home.data} />}
    </>
  );
}

export default HomePage;

function Shown({ home }: { home: Home }) {
  const { needsYou, unread, openComments, nextOut, working, firstSteps, sinceYesterday } = home;
  return (
    <div className="home">
      <div className="home-column">
        {firstSteps !== null && <FirstSteps steps={firstSteps} />}
        <NeedsYou needsYou={needsYou} />
        <Text size="sm" c="dimmed" className="home-line">
          <Anchor component={Link} href="/inbox?show=unread" inherit>
            {counted(unread, 'unread conversation', 'unread conversations')}
          </Anchor>
          <span aria-hidden="true">·</span>
          <Anchor component={Link} href="/comments" inherit>
            {counted(openComments, 'open comment', 'open comments')}
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

const counted = (count: number, one: string, many: string): string => {
  if (count >= LIMITS.counted) return `${LIMITS.counted - 1}+ ${many}`;
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
};

function NeedsYou({ needsYou: { items, count } }: Pick<Home, 'needsYou'>) {
  const more = count - items.length;
  return (
    <section className="home-card" aria-labelledby="needs-you">
      <h2 id="needs-you" className="home-heading">
        {count === 0 ? 'Nothing needs you' : counted(count, 'thing needs you', 'things need you')}
      </h2>
      {count === 0 && (
        <Text size="sm" c="dimmed" className="home-line">
          <ToneSign tone="live" size={16} /> Everything is done, or works by itself.
        </Text>
      )}
      <ul className="home-list">
        {items.map((item) => (
          <ItemRow key={keyOf(item)} item={item} />
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="dimmed" className="home-line">
          And {more} more: they follow when some of these are done.
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
    case 'conversation_handed_over':
      return item.conversationId;
    case 'call_awaits_confirmation':
      return item.confirmationId;
    default:
      return item satisfies never;
  }
}

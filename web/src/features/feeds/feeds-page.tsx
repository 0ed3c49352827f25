/** The feeds of the workspace: their new items become posts. */
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { messageOf } from '../../base/api.ts';
import { IfCan } from '../../base/can.tsx';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { FeedCard } from './feed-card.tsx';
import { FeedForm } from './feed-form.tsx';
import { useFeeds } from './queries.ts';
import { t } from '../../base/language/text.ts';

export default function FeedsPage() {
  const feeds = useFeeds();
  const [isAdding, { open, close }] = useDisclosure(false);
  return (
    <>
      <PageTitle
        actions={
          !isAdding && (
            <IfCan call="createFeed">
              <Button onClick={open} leftSection={<PlusIcon />}>
                {t('New feed')}
              </Button>
            </IfCan>
          )
        }
      >
        {t('Feeds')}
      </PageTitle>
      <Stack gap="sm">
        {isAdding && <FeedForm onClose={close} />}
        {feeds.isPending ? (
          <Waiting />
        ) : feeds.data === undefined ? (
          <Fault message={messageOf(feeds.error)} onRetry={() => void feeds.refetch()} />
        ) : feeds.data.length === 0 ? (
          !isAdding && (
            <Empty title={t('No feeds yet')}>
              {t('Name the address of a blog or a podcast, and its new items become posts.')}
            </Empty>
          )
        ) : (
          feeds.data.map((one) => <FeedCard key={one.id} feed={one} />)
        )}
      </Stack>
    </>
  );
}

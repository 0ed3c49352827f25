import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { IfCan } from '../../base/can.tsx';
import { Empty, PageTitle } from '../../base/parts/states.tsx';
import { FilterBar, useFilter } from './list-filter.tsx';
import { NoPosts } from './no-posts.tsx';
import { usePostOverview } from './overview.ts';
import { PostList } from './post-list.tsx';
import { TemplatesButton } from './templates/templates-button.tsx';
import { t } from '../../base/language/text.ts';

/** Every post of the workspace, newest first, filtered by status, account and time. */
export default function PostsPage() {
  const chosen = useFilter();
  const { tab, filter, isNarrowed } = chosen;
  const overview = usePostOverview();
  // sections are of all posts: a filter shows what fits it, and nothing else
  const isWhole = tab.value === 'all' && !isNarrowed;
  return (
    <>
      <PageTitle
        actions={
          <>
            <TemplatesButton />
            <IfCan call="createImport">
              <Button component={Link} href="/imports" variant="default">
                {t('Import')}
              </Button>
            </IfCan>
          </>
        }
      >
        {t('Posts')}
      </PageTitle>
      <FilterBar chosen={chosen} counts={overview.data?.counts ?? null} />
      <section id="posts" aria-label={tab.label}>
        <PostList
          filter={filter}
          overview={isWhole ? overview.data : undefined}
          empty={
            isNarrowed ? (
              <Empty title={t('No post matches')}>
                {t('Choose another account, other days or another status, or show all.')}
              </Empty>
            ) : (
              <NoPosts tab={tab} />
            )
          }
        />
      </section>
    </>
  );
}

import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { Empty, PageTitle } from '../../base/parts/states.tsx';
import { IfCan } from '../../base/can.tsx';
import { FilterBar, useFilter } from './list-filter.tsx';
import { NoPosts } from './no-posts.tsx';
import { PostList } from './post-list.tsx';

/** Every post of the workspace, newest first, filtered by status, account and time. */
export default function PostsPage() {
  const chosen = useFilter();
  const { tab, filter, isNarrowed } = chosen;
  return (
    <>
      <PageTitle
        actions={
          <IfCan call="createPost">
            <Button component={Link} href="/posts/new" leftSection={<PlusIcon />}>
              New post
            </Button>
          </IfCan>
        }
      >
        Posts
      </PageTitle>
      <FilterBar chosen={chosen} />
      <section id="posts" aria-label={tab.label}>
        <PostList
          filter={filter}
          empty={
            isNarrowed ? (
              <Empty title="No post matches">
                Choose another account, other days or another status, or show all.
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

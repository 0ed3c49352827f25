import { Empty, PageTitle } from '../../base/parts/states.tsx';
import { FilterBar, useFilter } from './list-filter.tsx';
import { NoPosts } from './no-posts.tsx';
import { PostList } from './post-list.tsx';

/** Every post of the workspace, newest first, filtered by status, account and time. */
export default function PostsPage() {
  const chosen = useFilter();
  const { tab, filter, isNarrowed } = chosen;
  return (
    <>
      <PageTitle>Posts</PageTitle>
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

-- For the page Home (store/home.ts): the deliveries that wait by a timer, and the posts that went out since an instant. A delivery that is
-- published at once is in neither index before it ends, and the end of a post writes indexes of its shelf anyway.
create index due_deliveries on due (workspace_id, timer, due_at)
  where timer in ('xstate.after.backoff.delivery.in_doubt', 'xstate.after.backoff.delivery.retrying',
    'xstate.after.turn.delivery.limited', 'xstate.after.nextLook.delivery.verifying.waiting');
create index actors_published on actors (workspace_id, reached_at) where kind = 'post' and shelf = 'published';

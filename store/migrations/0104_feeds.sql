-- Feeds: their addresses, and what their items become. The actor with the same id has the status.
create table feeds (
  id text primary key,
  workspace_id text not null,
  url text not null,
  account_ids text[] not null,
  -- of the texts of its posts
  template text not null,
  mode text not null constraint feeds_mode check (mode in ('draft', 'next_slot', 'publish')),
  every_minutes integer not null,
  -- what the feed calls itself; null until it was read
  title text,
  -- by what its server knows the version that was read last
  etag text,
  last_modified text,
  -- who said last what becomes of its items
  set_by text not null,
  -- whether that caller may publish without an approval
  may_approve boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index feeds_of_workspace on feeds (workspace_id, id desc);
-- for the feeds of an account that is disconnected
create index feeds_of_accounts on feeds using gin (account_ids);

create table feed_items (
  feed_id text not null,
  -- by which the feed knows it: its id, else its address
  key text not null,
  workspace_id text not null,
  -- counts up within the feed
  no bigint not null,
  title text not null,
  link text,
  -- until it has a result
  summary text,
  image text,
  seen_at timestamptz not null,
  -- null means it waits for its post
  result text constraint feed_items_result check (result in ('made', 'skipped', 'refused')),
  post_id text,
  problem text,
  -- an item becomes one post at most
  primary key (feed_id, key),
  constraint feed_items_post check ((post_id is not null) = (result is not distinct from 'made')),
  constraint feed_items_problem check ((problem is not null) = (result is not distinct from 'refused'))
);
create unique index feed_items_in_order on feed_items (feed_id, no desc);
-- for the items whose posts are made next
create index feed_items_waiting on feed_items (feed_id, no) where result is null;

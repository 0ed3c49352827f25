-- Current numbers of posts: one row for each post of an account whose numbers are kept, wherever it was published.
create table tracked_posts (
  workspace_id text not null,
  post_key uuid not null,                   -- version 7, made by the program: ids of networks are too long for every sample
  account_id text not null references accounts on delete cascade,
  platform text not null,
  network_post_id text not null,
  post_id text,                             -- the post of this service; null: published elsewhere
  url text,
  text text not null default '',            -- its beginning
  media_kind text,                          -- the network's word
  published_at timestamptz not null,
  views bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  all_counts json,                          -- everything the network said, by its own names
  state text not null default 'ok',         -- gone, not_available: it is not asked again, and keeps its last numbers
  fetched_at timestamptz,                   -- null: never
  changed_at timestamptz,                   -- when a number last changed
  primary key (workspace_id, post_key),
  unique (workspace_id, account_id, network_post_id),
  constraint tracked_posts_state check (state in ('ok', 'gone', 'not_available'))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index tracked_posts_of_account on tracked_posts (account_id, published_at desc);
-- serves GET /v1/performance and sums by account
create index tracked_posts_by_time on tracked_posts (workspace_id, published_at desc, post_key);
create index tracked_posts_of_post on tracked_posts (post_id) where post_id is not null;

-- How the numbers grew. One row for each hour of a post's first 48 hours, then for each UTC day, in which something changed.
create table post_samples (
  workspace_id text not null,
  post_key uuid not null,
  bucket timestamptz not null,
  views bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  primary key (workspace_id, post_key, bucket) include (views, likes, comments, shares),
  foreign key (workspace_id, post_key) references tracked_posts on delete cascade
);

-- Numbers of accounts now, and sums of 28 days.
create table account_numbers (
  account_id text primary key references accounts on delete cascade,
  workspace_id text not null,
  followers bigint,
  views bigint,
  reach bigint,
  engagement bigint,
  profile_views bigint,
  fetched_at timestamptz not null
);

-- Numbers of accounts by day, in the network's own dates.
create table account_days (
  workspace_id text not null,
  account_id text not null references accounts on delete cascade,
  metric text not null,
  day date not null,
  zone text,                                -- in which the network cuts days; null: the account's own, which it does not name
  value bigint not null,
  final boolean not null default false,     -- old enough that the network does not change it any more
  primary key (workspace_id, account_id, metric, day)
);
create index account_days_of_account on account_days (account_id);

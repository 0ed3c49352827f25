-- schema: directory
-- Networks take one private answer to a comment, whichever workspace sends it.
create table answered_comments (
  platform text not null,
  remote_id text not null,
  comment_id text not null,
  holder text not null,
  claimed_at timestamptz not null default now(),
  primary key (platform, remote_id, comment_id)
);
create index answered_comments_by_time on answered_comments (claimed_at);

-- Comments are read again from time to time below the posts that rules watch, since networks do not report every one.

-- Found by such a sweep, and no event of the network has reported it since.
alter table comments add column swept boolean not null default false;
-- serves the count of them below a post
create index comments_swept on comments (account_id, network_post_id) where swept;
-- serves the comments of a post, and its newest one
drop index comments_of_post;
create index comments_of_post on comments (account_id, network_post_id, seq desc);

-- Whether it is known what the post is: a post of its own, an ad, or an item of a carousel, whose `original_post_id` is the
-- carousel.
alter table commented_posts add column placed boolean not null default false;

-- Accounts with active rules: their latest posts are listed from time to time.
create table swept_accounts (
  account_id text primary key references accounts on delete cascade,
  workspace_id text not null,
  due_at timestamptz not null,
  listed_at timestamptz,                    -- null: not yet
  has_place boolean not null default false  -- the call that is due is paid in the budget
);
create index swept_accounts_due on swept_accounts (due_at);

-- Posts below which comments are swept, and how far the sweep under way has come.
create table swept_posts (
  account_id text not null references swept_accounts on delete cascade,
  network_post_id text not null,
  workspace_id text not null,
  due_at timestamptz not null,
  has_place boolean not null default false,
  whole_at timestamptz,                     -- when the last sweep that came to its end began; null: none did
  begun_at timestamptz,                     -- when the one under way began; null: none is
  since timestamptz,                        -- it goes back to comments made then
  cursor text,                              -- its next page; null: the first
  without text[] not null default '{}',     -- parts that the network refused to this account
  judges_all boolean not null default true, -- comments that are known are judged too, for rules that reach back
  round integer not null default 0,         -- counts how often it was begun anew for such a rule
  primary key (account_id, network_post_id),
  constraint swept_posts_under_way check ((begun_at is null) = (since is null))
);
create index swept_posts_due on swept_posts (due_at);

-- Comments that wait until it is known which post they stand below; then they are compared with the rules.
create table unplaced_comments (
  account_id text not null,
  comment_id text not null,
  workspace_id text not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  primary key (account_id, comment_id),
  foreign key (account_id, comment_id) references comments on delete cascade
);
create index unplaced_comments_due on unplaced_comments (due_at);

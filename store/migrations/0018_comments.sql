-- Comments below the posts of accounts, and reviews, as far as they are known here: from webhooks, polls and reads.

-- Counts what people send to a workspace in the order in which it arrived here: lists and cursors go by it, because the
-- network's own times come late and out of order.
alter table feed_heads add column arrivals bigint not null default 0;

create table comments (
  account_id text not null references accounts on delete cascade,
  id text not null,                         -- the network's own
  workspace_id text not null,
  platform text not null,
  network_post_id text,                     -- null: the network did not say
  parent_id text,                           -- the comment it answers; null: the post
  text text not null,
  from_id text,
  from_username text,
  from_name text,
  is_own boolean not null,                  -- written by the account itself
  rating smallint,                          -- of a review
  hidden boolean not null,
  done boolean not null,
  likes integer,
  says json,                                -- what the network allows: {can, cannot}; null: it does not say
  created_at timestamptz,                   -- by the network's clock
  seq bigint,                               -- its place in the order of arrival; null: only a change of it has arrived so far
  text_at timestamptz,                      -- since when the text is this one, by the network's clock
  hidden_at timestamptz,                    -- since when `hidden` is so
  deleted_at timestamptz,                   -- gone at the network; its text is deleted here too
  private_reply_at timestamptz,             -- its author was answered privately, which networks allow once
  made_by text,                             -- the actor that wrote it for us: it is no evidence for another one
  primary key (account_id, id),
  constraint comments_arrived check (seq is null or created_at is not null)
);
-- serves the list of what people wrote, and the list of what is to be done
create index comments_recent on comments (workspace_id, seq desc) where seq is not null and deleted_at is null and not is_own;
create index comments_to_do on comments (workspace_id, seq desc)
  where seq is not null and deleted_at is null and not is_own and not done;
-- the same of one account
create index comments_of_account on comments (account_id, seq desc)
  where seq is not null and deleted_at is null and not is_own;
-- serves the comments of a post
create index comments_of_post on comments (account_id, network_post_id);
-- serves the account's own replies below comments
create index comments_own_replies on comments (account_id, parent_id) where is_own and deleted_at is null;

-- What comments stand below, to show it beside them.
create table commented_posts (
  account_id text not null references accounts on delete cascade,
  network_post_id text not null,
  workspace_id text not null,
  is_ad boolean not null,
  original_post_id text,                    -- of an ad: the post that it shows
  text text,                                -- null: not read yet
  url text,
  thumbnail_url text,
  primary key (account_id, network_post_id)
);

-- When an account's recent comments were last read, and what came of it.
create table comment_reads (
  account_id text primary key references accounts on delete cascade,
  workspace_id text not null,
  begun_at timestamptz not null,
  error text,                               -- the network's words; null: it answered
  without text[] not null default '{}'      -- parts that the network refused to this account
);

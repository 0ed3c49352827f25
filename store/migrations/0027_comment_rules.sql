-- Comment-to-DM rules as they are listed and compared; each is an actor, which decides. Active rules have that status.
create table comment_rules (
  id text primary key,
  workspace_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  media_id text,
  post_id text,
  keywords json not null,
  match text not null,
  dm_text text not null,
  public_replies json not null,
  -- indexes of the public replies that were used since each had its turn
  used_replies json not null default '[]',
  created_at timestamptz not null
);
create index comment_rules_of_workspace on comment_rules (workspace_id, id desc);
create index comment_rules_of_account on comment_rules (account_id);

-- What a rule did with a comment that it matched. The actor with the same id has its status.
create table private_replies (
  id text primary key,
  workspace_id text not null,
  rule_id text not null references comment_rules (id) on delete cascade,
  account_id text not null,
  comment_id text not null,
  keyword text,
  text text not null,
  media_id text,
  from_id text,
  from_username text,
  dm_text text not null,
  public_text text,
  created_at timestamptz not null,
  unique (account_id, comment_id)
);
create index private_replies_of_rule on private_replies (rule_id, id desc);

-- Who has had the message of a rule, or is to have it: one message for a person and rule. It outlives the activity.
create table rule_people (
  rule_id text not null references comment_rules (id) on delete cascade,
  person text not null,
  workspace_id text not null,
  reply_id text not null,
  primary key (rule_id, person)
);

-- Counts of activity that was pruned.
create table rule_counts (
  rule_id text not null references comment_rules (id) on delete cascade,
  workspace_id text not null,
  status text not null,
  reason text not null,
  count integer not null,
  primary key (rule_id, status, reason)
);

-- How the rules of an account answer, and what holds them. No row: the defaults.
create table answering_settings (
  account_id text primary key references accounts (id) on delete cascade,
  workspace_id text not null,
  even_pace boolean not null default false,
  public_reply_seconds integer not null default 30,
  testers json not null default '[]',
  -- a fault of the account: messages wait until then, when one of them is tried
  held_until timestamptz,
  held_reason text,
  -- the network took a public reply for spam: none is made until then
  public_replies_off_until timestamptz,
  public_replies_off_reason text,
  last_public_reply_at timestamptz
);

alter table comment_rules add column public_reply_late_minutes integer;
-- written by a tester of the account
alter table private_replies add column is_test boolean not null default false;
alter table commented_posts add column is_live boolean not null default false;

-- The person asked for no more automatic messages. Forgetting a person keeps it.
alter table conversations add column opted_out_at timestamptz;
create index conversations_opted_out on conversations (account_id, person_id) where opted_out_at is not null;
alter table person_cutoffs add column opted_out_at timestamptz;
-- The words by which a person ends and resumes automatic messages. null: the default ones.
alter table workspaces add column stop_words json, add column start_words json;

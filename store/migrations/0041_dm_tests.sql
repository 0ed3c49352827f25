-- Talks that are played before the steps of an automation change: a name, and the test as files of `troupe flows test` have it.
create table dm_automation_tests (
  automation_id text not null references dm_automations (id) on delete cascade,
  name text not null,
  workspace_id text not null,
  test json not null,
  saved_at timestamptz not null,
  primary key (automation_id, name)
);
-- Whether a version is refused when one of its tests fails.
alter table dm_automations add column requires_tests boolean not null default false;

-- Opens the first message of each run; null: nothing does.
alter table workspaces add column disclosure text;

-- When a rule wrote to a person last.
create index comments_of_recipient on comments (account_id, recipient_id) where recipient_id is not null;
-- Whether a message that a network reports is that of a rule.
create index private_replies_of_words on private_replies (account_id, md5(dm_text));

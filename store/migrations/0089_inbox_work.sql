-- Work on conversations (docs/receiving.md): since when the person waits, until when it is put aside, and its labels.
alter table conversations add column waiting_since timestamptz;
alter table conversations add column snoozed_until timestamptz;
alter table conversations add column labels text[] not null default '{}';
-- for the filter by label, and the counts of labels
create index conversations_labelled on conversations (workspace_id, last_seq desc) where labels <> '{}';
create index conversations_snoozed on conversations (workspace_id, last_seq desc) where snoozed_until is not null;

-- What people of the workspace write about a conversation for each other.
create table conversation_notes (
  id text primary key,
  workspace_id text not null,
  conversation_id text not null references conversations(id) on delete cascade,
  author_id text not null,
  author_name text not null,
  content text not null,
  created_at timestamptz not null
);
create index conversation_notes_of_conversation on conversation_notes (conversation_id, id);
create index conversation_notes_of_workspace on conversation_notes (workspace_id, created_at);

create index comments_open_below on comments (account_id, parent_id)
  where not is_own and not done and deleted_at is null and parent_id is not null;

-- Comments that the account has answered are done, unless somebody wrote below them after the answer.
update comments c set done = true
where not c.done and not c.is_own and c.deleted_at is null
  and (c.private_reply_at is not null
    or exists (select from comments r where r.account_id = c.account_id and r.parent_id = c.id and r.is_own and r.deleted_at is null
                 and r.created_at >= c.created_at))
  and not exists (
    select from comments l where l.account_id = c.account_id and l.parent_id = c.id and not l.is_own and l.deleted_at is null
      and l.created_at > greatest(c.private_reply_at, (
        select max(r.created_at) from comments r
        where r.account_id = c.account_id and r.parent_id = c.id and r.is_own and r.deleted_at is null)));

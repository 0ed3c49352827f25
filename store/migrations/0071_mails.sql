-- Mails to people. Each has an actor (machines/mail.ts).
create table mails (
  id text primary key,
  -- as in the row of its actor
  workspace_id text not null,
  -- what it is about, such as password_reset
  about text not null,
  -- sealed: the address, the subject and the text, which may have a link that signs somebody in
  content bytea not null,
  -- the same for each try
  message_id text not null,
  -- the last try that was started; 0 before the first
  started integer not null default 0,
  created_at timestamptz not null
);
create index mails_by_age on mails (created_at);

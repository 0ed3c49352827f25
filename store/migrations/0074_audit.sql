-- Who did what in a workspace: one row for each call that changed something, written in the transaction of the change
-- (docs/people.md, Who did what). Names of people and keys are those of that time. An id sorts by time.
create table audit_entries (
  workspace_id text not null,
  id text not null,
  at timestamptz not null,
  user_id text not null,
  user_name text not null,
  -- of the session, the API key or the connected app
  key_id text not null,
  -- null: a session has no name
  key_name text,
  -- the tool by which an agent made the call; null: it was made over REST or in the dashboard
  tool text,
  operation text not null,
  object_kind text not null,
  object_id text,
  -- names of the fields that the call set, never what they were set to
  fields text[] not null,
  -- null after 30 days
  address text,
  request_id text not null,
  primary key (workspace_id, id)
);
create index audit_entries_of_object on audit_entries (object_id, id);
create index audit_entries_age on audit_entries using brin (at);
create index audit_entries_addresses on audit_entries (at) where address is not null;

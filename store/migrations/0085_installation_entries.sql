-- schema: directory
-- What operators changed of the installation, and commands at the host: one row for each call, written in the transaction of the change
-- (docs/people.md, Operators). Names of people are those of that time. An id sorts by time.
create table installation_entries (
  id text primary key,
  at timestamptz not null,
  user_id text not null,
  user_name text not null,
  -- of the session; of a command at the host a fixed word
  key_id text not null,
  operation text not null,
  object_kind text not null,
  object_id text,
  -- names of the fields that the call set, never what they were set to
  fields text[] not null,
  -- null after 30 days
  address text,
  request_id text not null
);
create index installation_entries_age on installation_entries using brin (at);
create index installation_entries_addresses on installation_entries (at) where address is not null;

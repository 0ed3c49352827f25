-- The same of all tools in a workspace, whatever the key: the stricter one counts.
alter table workspaces add column confirm text not null default 'none' check (confirm in ('none', 'call', 'person'));

-- Calls of tools that have to be confirmed before they do anything. Of the confirmation itself only the SHA-256 is kept.
create table confirmations (
  id text primary key,
  workspace_id text not null,
  token_hash bytea not null unique,
  user_id text not null,
  key_id text not null,
  key_name text not null,
  client text,
  tool text not null,
  -- SHA-256 of the arguments and of what would happen: neither may be another one when it is used.
  bound bytea not null,
  -- Who may confirm it: the caller by a second call, or a person.
  confirm text not null check (confirm in ('call', 'person')),
  state text not null default 'waiting' check (state in ('waiting', 'allowed', 'refused', 'used')),
  -- What would happen, for the person who decides.
  plan json not null,
  -- The idempotencyKey of the call that used it: the same call may be repeated with it.
  used_with text,
  decided_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index confirmations_waiting on confirmations (workspace_id, id desc) where confirm = 'person';
create index confirmations_by_end on confirmations (expires_at);

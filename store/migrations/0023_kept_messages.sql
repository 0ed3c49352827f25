-- How long messages are kept, copies of what people sent, and people who are forgotten.

-- after how many days messages are deleted; null: never
alter table workspaces add column message_days integer constraint workspaces_message_days check (message_days > 0);
-- whether the files that people send are copied here: the networks delete theirs
alter table workspaces add column copies_files boolean not null default true;

-- serves the search for messages that are too old
create index direct_messages_age on direct_messages using brin (network_at);

-- What was deleted here is still at the network: polls and repeats do not bring it back.
create table person_cutoffs (
  account_id text not null references accounts on delete cascade,
  person_hash bytea not null,   -- SHA-256 of the account's id, a space and the network's id of the person
  workspace_id text not null,
  messages_until timestamptz not null,  -- messages up to this time of the network are not stored
  forgotten_at timestamptz,     -- nor are comments up to this one; null: only messages were deleted
  primary key (account_id, person_hash)
);
-- a comment of a person who is forgotten: nothing but its id is kept
alter table comments add column forgotten boolean not null default false;

-- Copies of the files in messages. It names no workspace and refers to no message: its rows stay after these are deleted,
-- until the files are deleted too.
create table message_copies (
  message_id text not null,
  place smallint not null,      -- of the attachment in the message
  name text,                    -- of the file in the store; null: none yet
  kept_at timestamptz,          -- when the file was complete; null: it is not
  tries smallint not null default 0,
  gone boolean not null default false,  -- the message was deleted: the file is to be deleted too
  next_at timestamptz,          -- when something is to be done; null: nothing is
  primary key (message_id, place)
);
create index message_copies_next on message_copies (next_at) where next_at is not null;

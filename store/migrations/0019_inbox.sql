-- What networks send to this service: events, conversations and their messages.

-- Events as they arrived. A network repeats events: the key is the same for each repeat. A row stays for some days after it
-- was processed, so that a late repeat is recognised.
create table inbound (
  account_id text not null references accounts on delete cascade,
  key text not null,
  workspace_id text not null,
  arrived_at timestamptz not null,
  event json not null,          -- adapters/port/inbound.ts
  done_at timestamptz,          -- null: not processed yet
  fault text,                   -- why it could not be processed; null: it could
  primary key (account_id, key)
);
-- serves the search for events to process
create index inbound_waiting on inbound (account_id, arrived_at) where done_at is null;
create index inbound_arrived on inbound using brin (arrived_at);

create table conversations (
  id text primary key,
  workspace_id text not null,
  account_id text not null references accounts on delete cascade,
  person_id text not null,      -- the network's own id of the other person, valid for this account alone
  username text,
  name text,
  avatar_url text,
  network_id text,              -- the network's own id of the conversation; null: it was not needed yet
  last_seq bigint not null,     -- the workspace's arrival number of the newest message
  last_message json,            -- {id, direction, text, createdAt}, as lists show it
  updated_at timestamptz not null,
  -- what its actor decided, for lists and their filters
  unread integer not null default 0,
  done boolean not null default false,
  flagged json,
  paused_until timestamptz,
  window_ends_at timestamptz,
  human_until timestamptz,
  unique (account_id, person_id)
);
create index conversations_list on conversations (workspace_id, last_seq desc);
create index conversations_unread on conversations (workspace_id, last_seq desc) where unread > 0;
create index conversations_flagged on conversations (workspace_id, last_seq desc) where flagged is not null;
create index conversations_open on conversations (workspace_id, last_seq desc) where not done;

create table direct_messages (
  id text primary key,          -- of an outgoing message: the id of the actor that sends it
  workspace_id text not null,
  conversation_id text not null references conversations on delete cascade,
  account_id text not null,
  network_id text,              -- null: the network has not named it yet
  direction text not null,      -- in, out
  by text not null,             -- contact, team, automation, other_tool
  text text not null,
  attachments json not null,
  details json,                 -- tap, story, answered message, reaction, as far as there are any
  network_at timestamptz not null,
  seq bigint not null,          -- the workspace's arrival number
  deleted boolean not null default false
);
-- serves the page of a thread
create index direct_messages_thread on direct_messages (conversation_id, network_at desc, id desc);
create unique index direct_messages_network on direct_messages (account_id, network_id) where network_id is not null;

-- {since, via, everySeconds, checkedAt, problem}, times in epoch ms; null: the account receives nothing
alter table accounts add column receiving json;

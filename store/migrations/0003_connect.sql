-- Connecting accounts: the links by which people do it without a login, and their sign-ins that are under way.

-- Whether a link is pending, connected, expired or revoked is read from these facts and the time (src/connect/link.ts).
create table connect_links (
  id text primary key,
  workspace_id text not null references workspaces on delete cascade,
  secret_hash bytea not null unique, -- SHA-256 of the secret in its address
  secret bytea not null,             -- sealed, to show the address again to whoever may see the link
  redirect_url text,
  platforms text[] not null,         -- empty: every network
  created_at timestamptz not null,
  expires_at timestamptz not null,
  connected_at timestamptz,          -- the first account
  revoked_at timestamptz
);
-- serves the pruning
create index connect_links_age on connect_links (expires_at);

create table connect_link_accounts (
  link_id text not null references connect_links on delete cascade,
  account_id text not null references accounts on delete cascade,
  connected_at timestamptz not null, -- the latest time
  primary key (link_id, account_id)
);
create index connect_link_accounts_of_account on connect_link_accounts (account_id);

-- A person who was sent to a network, until they are back; then what they may pick from.
create table sign_ins (
  id text primary key,
  link_id text not null references connect_links on delete cascade,
  platform text not null,
  state_hash bytea not null unique,  -- SHA-256 of the state: good once
  browser_hash bytea not null,       -- SHA-256 of a cookie: good in one browser
  -- sealed: PKCE verifier, the app registered for it and where the person came from; later the accounts to pick from
  content bytea,
  taken_at timestamptz,              -- when the person came back
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_ins_age on sign_ins (expires_at);
create index sign_ins_of_link on sign_ins (link_id);

-- This service as an app at servers that proved to know it, so that it need not register again.
create table connect_apps (
  key bytea primary key,             -- SHA-256 of the network, what the person typed, and what was registered
  content bytea not null,            -- sealed: app and addresses
  created_at timestamptz not null
);

-- Codes that an app of the operator's saw posted, and how far it has read.
create table posted_codes (
  platform text not null,
  code_hash bytea not null,
  place text not null,
  seen_at timestamptz not null,
  primary key (platform, code_hash)  -- the first place counts: who copies a code comes too late
);
create index posted_codes_age on posted_codes (seen_at);
create table code_cursors (
  platform text not null,
  client_id text not null,
  position text,
  primary key (platform, client_id)
);

-- schema: directory
-- Apps that people let act for them (docs/mcp.md, Apps). Of each secret only the SHA-256 is kept.
create table oauth_clients (
  -- An id of ours, or the address of the app's own description.
  id text primary key,
  name text not null,
  uri text,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- When its description was read; null: the app registered itself.
  read_at timestamptz,
  -- When a person was last sent here by it.
  asked_at timestamptz not null
);
create index oauth_clients_age on oauth_clients (asked_at);

-- A person was sent here by an app and has not answered yet.
create table oauth_requests (
  hash bytea primary key,
  client_id text not null references oauth_clients on delete cascade,
  redirect_uri text not null,
  state text,
  challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamptz not null
);
create index oauth_requests_of_client on oauth_requests (client_id);
create index oauth_requests_age on oauth_requests (expires_at);

-- One consent of a person. Deleting it ends everything that hangs on it.
create table grants (
  id text primary key,
  user_id text not null references users on delete cascade,
  client_id text not null references oauth_clients,
  scopes text[] not null,
  -- Ids of the only workspaces it reaches; null: those that the person is a member of at the time.
  workspace_ids text[],
  confirm text not null default 'none' check (confirm in ('none', 'call', 'person')),
  resource text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index grants_of_user on grants (user_id);
create index grants_of_client on grants (client_id);

-- What an app exchanges for its first tokens. It stays after its use: who brings it again ends the grant.
create table grant_codes (
  hash bytea primary key,
  grant_id text not null references grants on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index grant_codes_of_grant on grant_codes (grant_id);
create index grant_codes_age on grant_codes (expires_at);

-- Access tokens, and refresh tokens. Those stay after their use, as codes do.
create table grant_tokens (
  hash bytea primary key,
  grant_id text not null references grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scopes text[] not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index grant_tokens_of_grant on grant_tokens (grant_id);
create index grant_tokens_age on grant_tokens (expires_at);

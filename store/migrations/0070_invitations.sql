-- schema: directory
-- Invitations into a workspace (docs/people.md). Of the code in the link only the hash is stored.
create table invitations (
  id text primary key,
  workspace_id text not null references workspaces (id) on delete cascade,
  role text not null constraint invitations_role check (role in ('owner', 'editor', 'approver', 'viewer')),
  -- the only address whose owner may accept it; null means everybody who has the link
  email text,
  hash bytea not null unique,
  invited_by text not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by text references users (id) on delete cascade,
  constraint invitations_accepted check ((accepted_at is null) = (accepted_by is null))
);
create index invitations_of_workspace on invitations (workspace_id, created_at, id);
create index invitations_age on invitations (expires_at);

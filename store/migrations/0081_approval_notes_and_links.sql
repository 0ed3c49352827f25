-- What people of a workspace, and clients by their links, wrote about a post before it goes out (docs/people.md, Approval). Never sent to
-- a network. Deleted with the post.
create table post_notes (
  id text primary key,
  workspace_id text not null,
  post_id text not null,
  -- the user, or the link of the client
  author_id text not null,
  -- at that time
  author_name text not null,
  by_link boolean not null,
  content text not null,
  created_at timestamptz not null
);
create index post_notes_of_post on post_notes (post_id, id);
create index post_notes_of_workspace on post_notes (workspace_id);

-- Links by which a client without an account here decides on one post. Deleted with the post.
create table approval_links (
  id text primary key,
  workspace_id text not null,
  post_id text not null,
  -- SHA-256 of the secret in the address
  secret_hash bytea not null unique,
  -- fingerprint of what it was made for, which is all that can be decided by it
  plan text not null,
  -- text, accounts, media, options and the rest of the post at that time, and when it was to go out
  content json not null,
  planned_at timestamptz,
  -- as it was asked for
  timing text not null constraint approval_links_timing check (timing in ('scheduledAt', 'publishNow', 'useNextSlot')),
  -- the user on whose behalf the client decides
  made_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  decided_at timestamptz,
  decision text constraint approval_links_decision check (decision in ('approved', 'rejected')),
  -- as the client gave it
  client_name text,
  constraint approval_links_decided check ((decided_at is null) = (decision is null) and (decided_at is null) = (client_name is null))
);
create index approval_links_of_post on approval_links (post_id, id);
create index approval_links_of_workspace on approval_links (workspace_id);
create index approval_links_age on approval_links (expires_at);

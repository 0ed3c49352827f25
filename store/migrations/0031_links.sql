-- Tracked links: short addresses in messages that count their clicks. They lead on for as long as their workspace exists,
-- since nobody can change a message that was sent.
create table links (
  code text primary key,
  workspace_id text not null,
  owner_id text,
  message_id text not null,
  url text not null,
  clicks integer not null default 0,
  clicked_at timestamptz,
  created_at timestamptz not null
);
create index links_of_owner on links (owner_id) where owner_id is not null;
create index links_of_workspace on links (workspace_id);
create index links_of_message on links (message_id);

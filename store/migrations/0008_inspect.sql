-- What an inspector of one's own needs: a look at the journal's end, and tickets for browsers, which send no headers.

-- serves the followers of the journal: pages after an id, whoever's they are; and, in place of the index it replaces,
-- what moved in the last hour, and the retention. Both columns grow together: a few bytes for each block of pages
create index journal_pages_recent on journal_pages using brin (id, at) with (pages_per_range = 16, autosummarize = on);
drop index journal_pages_at;

-- A ticket opens one socket, once. It is stored as the SHA-256 of the 256 random bits in its address.
create table inspect_tickets (
  id text primary key,
  hash bytea not null unique,
  workspace_id text not null references workspaces on delete cascade,
  user_id text not null references users on delete cascade,
  key_id text not null, -- of an API key or a session: what the ticket opened ends with it
  watch json not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- serves the pruning
create index inspect_tickets_age on inspect_tickets (expires_at);

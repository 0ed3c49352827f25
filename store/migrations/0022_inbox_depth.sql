-- Search in the inbox, and texts that a workspace keeps for answers.

-- The words of messages, and of the names of people. Each entry has the workspace as a word of its own, so that a search
-- reads the entries of one workspace only. The statements of store/inbox-search.ts repeat these expressions.
create index direct_messages_words on direct_messages
  using gin ((to_tsvector('simple', left(text, 10000)) || array_to_tsvector(array['@' || workspace_id])));
create index conversations_names on conversations
  using gin ((to_tsvector('simple', translate(coalesce(name, '') || ' ' || coalesce(username, ''), '._-@', '    '))
              || array_to_tsvector(array['@' || workspace_id])));
-- serves the list of one account
create index conversations_of_account on conversations (account_id, last_seq desc);

create table saved_replies (
  id text primary key,
  workspace_id text not null,
  name text not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- serves the list by name, and lets a name be given once
create unique index saved_replies_names on saved_replies (workspace_id, lower(name));

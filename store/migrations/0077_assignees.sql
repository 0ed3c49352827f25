-- Who of the workspace answers a conversation. The users are in the directory.
alter table conversations add column assignee_id text;
create index conversations_assigned on conversations (workspace_id, assignee_id) where assignee_id is not null;

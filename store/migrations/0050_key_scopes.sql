-- schema: directory
-- What a key may do, and the ids of the only workspaces that it reaches (docs/keys.md). null: everything, and all workspaces.
alter table api_keys
  add column scopes text[],
  add column workspace_ids text[],
  add constraint api_keys_scopes check (
    scopes <> '{}' and scopes <@ array['read', 'draft', 'publish', 'answer', 'manage']),
  add constraint api_keys_workspaces check (workspace_ids <> '{}');

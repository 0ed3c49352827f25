-- schema: directory
-- The only accounts that a member reaches in the workspace (docs/people.md); null means all. Accounts are in cells, so no key points at them.
alter table members
  add column account_ids text[],
  add constraint members_accounts check (account_ids is null or cardinality(account_ids) > 0 and role <> 'owner');
alter table invitations
  add column account_ids text[],
  add constraint invitations_accounts check (account_ids is null or cardinality(account_ids) > 0 and role <> 'owner');

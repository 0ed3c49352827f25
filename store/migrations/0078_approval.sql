-- schema: directory
-- Whether posts of people who may not approve wait for an approval (docs/people.md).
alter table workspaces add column approval boolean not null default false;

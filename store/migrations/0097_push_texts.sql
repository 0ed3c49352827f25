-- schema: directory
-- Whether pushes to a member about posts of the workspace have the beginning of a post's text.
alter table members add column notification_push_texts boolean not null default false;

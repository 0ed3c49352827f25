-- schema: directory
-- What a member may do in the workspace (docs/people.md). Everybody who was a member before could do all.
alter table members
  add column role text not null default 'owner'
    constraint members_role check (role in ('owner', 'editor', 'approver', 'viewer'));

-- schema: directory
-- Whether a member gets mails about what needs a person in the workspace (docs/dashboard.md, Notifications).
alter table members add column notification_mails boolean not null default true;

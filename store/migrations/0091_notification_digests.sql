-- schema: directory
-- Whether the mails that a member gets about what needs a person come once a day, in one (docs/dashboard.md, Notifications).
alter table members add column notification_digest boolean not null default false;

-- Rules whose messages have tracked links.
alter table comment_rules add column track_links boolean not null default false;

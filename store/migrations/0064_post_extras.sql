-- What a post has beyond its text, accounts, media and network options: what some accounts get instead, descriptions of media.
-- '{}' means nothing.
alter table posts add column extras json not null default '{}';

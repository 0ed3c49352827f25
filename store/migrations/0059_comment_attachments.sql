-- Pictures, videos and stickers of a comment: a list of {type, url}.
alter table comments add column attachments json not null default '[]';

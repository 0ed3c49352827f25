-- Ids of journal pages follow from the time instead of a sequence: the numbers of a sequence differ from server to server,
-- so they would not go on upwards when a cell moves to another server. Older pages have smaller ids and keep them.

-- Microseconds since 1970, and 11 random bits for pages that are written at the same moment. Fits until the year 2112.
create function journal_page_id() returns bigint language sql volatile as
  'select (extract(epoch from clock_timestamp()) * 1000000)::bigint * 2048 + floor(random() * 2048)::bigint';

alter table journal_pages alter column id drop identity;
alter table journal_pages alter column id set default journal_page_id();

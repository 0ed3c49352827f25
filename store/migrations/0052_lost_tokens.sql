-- schema: directory
-- The refresh token that a token was made from, for an app whose answer was lost (docs/mcp.md, Apps); null: a code, or a token that
-- came again and whose place this one's sibling took. `used_at` of an access token is when it was used first.
alter table grant_tokens add column made_from bytea;
create index grant_tokens_made_from on grant_tokens (made_from) where made_from is not null;

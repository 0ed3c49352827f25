-- What one person wrote below the posts of an account: by the network's id, and by the handle where it names none.
create index comments_of_person on comments (account_id, from_id) where not is_own;

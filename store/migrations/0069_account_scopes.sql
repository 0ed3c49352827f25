-- What a person granted when the account was connected, in the network's names. null means that the network does not say, or that an
-- older version of this service connected it.
alter table accounts add column scopes text[];

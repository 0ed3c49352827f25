-- The stream by which a network sends events is an actor: what it was told of its stream is in that actor's context.
drop table inbound_streams;

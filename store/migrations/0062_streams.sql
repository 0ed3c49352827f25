-- The stream by which a network sends events is an actor: what is known of the stream is in that actor's context.
drop table inbound_streams;

/** Ids of resources: a prefix that names what they are, and a ULID, so that they sort by creation. */
import { monotonicFactory } from 'ulid';

/** Of resources that are no actors; kinds of actors name their own (`idPrefix`). */
export type Prefix =
  | 'ws'
  | 'usr'
  | 'link'
  | 'hook'
  | 'key'
  | 'med'
  | 'evt'
  | 'sign'
  | 'ses'
  | 'tick'
  | 'node'
  | 'msg'
  | 'reply'
  | 'clm';

const ulid = monotonicFactory();

/** A new id. @param now epoch ms, the time the id carries */
export const newId = (prefix: Prefix, now: number): string => `${prefix}_${ulid(now)}`;

/** The id of a new actor. @param now epoch ms, the time the id carries */
export const newActorId = ({ idPrefix }: { readonly idPrefix: string }, now: number): string =>
  `${idPrefix}_${ulid(now)}`;

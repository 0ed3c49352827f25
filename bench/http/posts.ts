/** The posts that servers of the HTTP bench hold: their numbers say in which workspace and status they are. */
import { keyOf } from '../rows/keys.ts';

/** Statuses in turn. */
export const STATUSES = ['published', 'scheduled', 'published', 'draft', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

export interface HttpServerInput {
  url: string;
  /** How many posts there are, with the numbers from 1 on. */
  posts: number;
  /** Over so many workspaces, with the slugs `bench-0` and so on. */
  workspaces: number;
}

export interface NumberedPost {
  id: string;
  /** Slug. */
  workspace: string;
  status: Status;
}

export function postNumber(number: number, workspaces: number): NumberedPost {
  const place = (number - 1) % (workspaces * STATUSES.length);
  return {
    id: `post_${keyOf(number)}`,
    workspace: `bench-${Math.floor(place / STATUSES.length)}`,
    status: STATUSES[place % STATUSES.length]!,
  };
}

/** Numbers of the posts of a workspace and a place in the order of statuses: the first, and the distance to the next. */
export const numbersOf = (workspace: number, place: number, workspaces: number) => ({
  first: 1 + workspace * STATUSES.length + place,
  step: workspaces * STATUSES.length,
});

/** The page Home of the dashboard. The parts that the service uses. */
import type { Operation } from '../../api/operation.ts';
import type { HomeContext } from './context.ts';
import { readHome } from './operation.ts';

export type { HomeContext } from './context.ts';

export const homeOperations: readonly Operation<HomeContext>[] = [readHome];

/** The groups of its operations in the API description. */
export const homeTags = { Home: 'What needs a person, and what happens next.' };

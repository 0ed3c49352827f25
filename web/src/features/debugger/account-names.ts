import { createContext } from 'react';

/** What the accounts of the actor that is shown are called, by their ids. */
export const AccountNames = createContext<ReadonlyMap<string, string>>(new Map());

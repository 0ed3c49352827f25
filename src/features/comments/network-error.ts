/** The error of a network that could not be read, in a response with what the others returned. */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { choice, model, text } from '../../api/schemas.ts';

export interface NetworkError {
  accountId: string;
  platform: string;
  /** A sentence, with the network's own words. */
  error: string;
}

export const errorsField = Type.Array(
  model(
    'NetworkError',
    Type.Object({
      accountId: text('The account that could not be read.'),
      platform: choice(platforms, 'Its network.'),
      error: text("The network's words, and what to do."),
    }),
  ),
  { description: 'What could not be read. It hides nothing that could.' },
);

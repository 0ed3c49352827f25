/** Comments: the parts that other features and the service use. */
export { type ReceivingAccount, takeComments } from './take.ts';

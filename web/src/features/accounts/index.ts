/** What other features may import of this one. */
export { AccountPicture } from './account-picture.tsx';
export { FromChoice } from './from-choice.tsx';
export { useAccountNames, useAccounts } from './queries.ts';
export { cachedGroups, useAccountGroups } from './group-queries.ts';
export { ReconnectButton } from './reconnect-button.tsx';
export { ReceivingProblems } from './receiving-problems.tsx';
export { WaitingPosts } from './waiting-button.tsx';

import { type ReactNode, Suspense, useState } from 'react';

/** What is drawn from the first time that it is wanted, and stays: a dialog that closes gives the focus back. */
export function OnDemand({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [wasWanted, setWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWanted(true);
  return wasWanted && <Suspense fallback={null}>{children}</Suspense>;
}

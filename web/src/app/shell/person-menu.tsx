import { lazy, Suspense, useState } from 'react';
import type { Session } from '../../base/api.ts';
import { PersonButton } from './person-button.tsx';

const PersonChoices = lazy(() => import('./person-choices.tsx'));

/** Who is signed in. The menu is loaded when it is first opened. */
export function PersonMenu({ user }: { user: NonNullable<Session['user']> }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <PersonButton
      name={user.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <PersonChoices user={user} />
    </Suspense>
  );
}

import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useCan } from '../../base/can.tsx';
import { SearchIcon } from '../../base/parts/icons.tsx';
import { useKeys, useKeysPreference } from '../../base/parts/use-keys.ts';
import { t } from '../../base/language/text.ts';

const SearchDialog = lazy(() => import('./search-dialog.tsx'));

/** As the reader's keyboard names it. */
const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

export interface Search {
  open: () => void;
  /** The dialog; nothing until it was opened for the first time. */
  dialog: ReactNode;
}

/** The search over everything, which Ctrl or ⌘ with K opens on every page. The key c begins a post. */
export function useSearch(): Search {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setOpen(true);
  };
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  const [, go] = useLocation();
  const [keysWanted] = useKeysPreference();
  const can = useCan();
  useKeys(can('createPost') ? { c: () => go('/posts/new') } : {}, keysWanted);
  const dialog = wasOpened && (
    <Suspense>
      <SearchDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open, dialog };
}

export const SearchButton = ({ search }: { search: Search }) => (
  <UnstyledButton className="search-button" aria-haspopup="dialog" onClick={search.open}>
    <SearchIcon size={16} />
    <span aria-hidden="true" className="search-words">
      {t('Search or go to …')}
    </span>
    <VisuallyHidden>{t('Search')}</VisuallyHidden>
    <kbd aria-hidden="true">{SHORTCUT}</kbd>
  </UnstyledButton>
);

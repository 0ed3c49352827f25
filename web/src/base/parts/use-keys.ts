/** Keys that are single letters. */
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** Whether a person uses the keys. Software for speech may press them by mistake, so they can be switched off. */
export function useKeysPreference() {
  return useLocalStorage({ key: 'troupe.keys', defaultValue: true, getInitialValueInEffect: false });
}

/** Calls the action of a key, unless a field has the focus or a dialog is open. */
export function useKeys(keys: { [key: string]: () => void }, isOn: boolean): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = current.current[event.key];
      if (act === undefined || isField(event.target) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOn]);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio])') !==
      null
  );
}

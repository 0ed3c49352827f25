/** A menu that is loaded when its button is pressed: it opens at once, and gives the focus back to the button. */
import { useEffect, useRef, useState } from 'react';

export function useOpened() {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // the button that was pressed is gone
    target.current?.focus();
    setOpened(true);
  }, []);
  return { target, opened, onChange: setOpened };
}

import { DownIcon, UpIcon } from '../../base/parts/icons.tsx';
import './change-text.css';

/** A change with its sign; a large one has a colour and an arrow beside it. @param props.change null if it is not large */
export function ChangeText({ change, children }: { change: 'up' | 'down' | null; children: string }) {
  if (change === null) return children;
  const Arrow = change === 'up' ? UpIcon : DownIcon;
  return (
    <span className="numbers-change" data-change={change}>
      <Arrow size={14} />
      {children}
    </span>
  );
}

import { Component, type ReactNode } from 'react';
import { messageOf } from '../../base/api.ts';
import { PageFault } from '../../base/parts/states.tsx';
import { t } from '../../base/language/text.ts';

/** Catches what a page throws while it is drawn: the rest of the dashboard stays usable. */
export class Boundary extends Component<{ children: ReactNode }, { fault: unknown }> {
  override state = { fault: null as unknown };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    // a script that does not come: no connection, or the service was updated since this page was opened
    const message = /dynamically imported module|Importing a module|Unable to preload/.test(messageOf(fault))
      ? t('This page cannot be reached: the connection is gone, or Troupe was updated meanwhile.')
      : messageOf(fault);
    return <PageFault message={message} label={t('Load the page again')} onRetry={() => location.reload()} />;
  }
}

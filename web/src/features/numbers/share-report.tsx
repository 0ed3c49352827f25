import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ifCan } from '../../base/can.tsx';
import type { ChosenNumbers } from './chosen.ts';
import { t } from '../../base/language/text.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

/** Opens the dialog in which a link to a report is made, which is loaded when it is wanted. */
export const ShareReport = ifCan(
  'createReportLink',
  function ShareReport({ chosen }: { chosen: ChosenNumbers }) {
    const [isWanted, setWanted] = useState(false);
    const [isOpen, setOpen] = useState(false);
    const open = () => {
      setWanted(true);
      setOpen(true);
    };
    return (
      <>
        <Button variant="default" aria-haspopup="dialog" onClick={open}>
          {t('Share a report')}
        </Button>
        {isWanted && (
          <Suspense fallback={null}>
            <ReportDialog chosen={chosen} opened={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    );
  },
);

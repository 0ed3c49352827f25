import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '@fontsource-variable/inter/wght.css';
import './app.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../base/api.ts';
import { App } from './app.tsx';
import { language } from '../base/language/language.ts';
import { Queries } from '../base/live/reading.ts';
import { FIRST_WEEKDAY } from '../base/parts/times.ts';
import { Toasts } from './toasts.tsx';
import { cssVariables, theme } from '../base/theme.ts';

const queries = new Queries({
  defaultOptions: {
    queries: {
      // the live feed says when something is out of date
      staleTime: 30_000,
      // said at once, rather than waited for in silence; the service may be on this very machine
      networkMode: 'always',
      // what the service refused it refuses again
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
      // a person is waiting: two more tries within about a second, then the page says what failed
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
});

// shows a page of its own while the service cannot be reached; browsers offer it over https and on this machine alone
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/app/sw.js').catch(() => undefined);

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <DirectionProvider initialDirection={language.direction} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          deduplicateCssVariables={false}
        >
          <DatesProvider
            settings={{ locale: language.code === 'ar' ? 'ar' : 'en', firstDayOfWeek: FIRST_WEEKDAY }}
          >
            <Toasts />
            <App />
          </DatesProvider>
        </MantineProvider>
      </DirectionProvider>
    </QueryClientProvider>
  </StrictMode>,
);

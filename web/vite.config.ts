import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes a `.br` and a `.gz` beside each text file: the service serves files and compresses nothing itself. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const file = join(folder, name);
        const bytes = readFileSync(file);
        if (bytes.length < 1024) continue;
        // the highest quality takes seven times as long, for 4 % less
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 8 };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }));
        writeFileSync(`${file}.gz`, gzipSync(bytes));
      }
    },
  };
}

export default defineConfig({
  base: '/app/',
  plugins: [react(), compressed()],
  // the test runner brings another React to the root of the project: packages that are hoisted there would find it
  resolve: { dedupe: ['react', 'react-dom'] },
  build: { outDir: 'dist', emptyOutDir: true, chunkSizeWarningLimit: 800 },
  server: {
    // for work on the dashboard beside a running service
    proxy: { '/v1': { target: 'http://127.0.0.1:3000', ws: true }, '/app/api': 'http://127.0.0.1:3000' },
  },
});

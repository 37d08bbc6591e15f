// The package's sources are those of ppr_core/javascript; here they are brought into `src`, or a folder that is named.
import { cpSync, mkdirSync, readdirSync } from "node:fs";

const from = new URL("../../ppr_core/javascript/", import.meta.url);
const to = process.argv[2] ?? new URL("src/", import.meta.url);
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from).filter((file) => file.endsWith(".mjs"))) cpSync(new URL(name, from), to instanceof URL ? new URL(name, to) : `${to}/${name}`);

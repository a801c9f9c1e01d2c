// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Finds npm packages where scripts/interop installs them (build/interop), in the folders above this
// file, and in $LOCKKEEPER_NODE_PACKAGES.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const installed = new URL("../../../build/interop/package.json", import.meta.url);
const folders = [import.meta.url, installed];
if (process.env.LOCKKEEPER_NODE_PACKAGES)
  folders.unshift(pathToFileURL(join(process.env.LOCKKEEPER_NODE_PACKAGES, "package.json")));

/// The module of a package. Ends the process with 77 if the package is not installed.
export function load(name) {
  for (const folder of folders) {
    try {
      return createRequire(folder)(name);
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  console.error(`no package "${name}"`);
  process.exit(77);
}

/// The default export of a package, also where its module is the export itself.
export function loadDefault(name) {
  const loaded = load(name);
  return loaded.default ?? loaded;
}

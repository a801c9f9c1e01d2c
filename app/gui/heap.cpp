// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// jemalloc: the watcher allocates entries and the GUI thread frees them; glibc's heap has one lock
// for both. See docs/performance.md.

// Returns unused memory on its own thread. Source: jemalloc(3), "TUNING".
extern "C" {
extern const char* malloc_conf; // NOLINT(readability-identifier-naming): jemalloc's
const char* malloc_conf = "background_thread:true";
}

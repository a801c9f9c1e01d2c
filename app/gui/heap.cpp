// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's heap is jemalloc. Entries are made on the watcher's thread and freed on the GUI's:
// glibc's heap merges blocks and returns memory under a lock that both threads need, which stopped
// the window for up to 80 ms after an update of 100 000 locks. See docs/performance.md.

// Read by jemalloc when it starts: unused memory is returned on a thread of its own. Source:
// jemalloc(3), "TUNING".
extern "C" {
extern const char* malloc_conf; // NOLINT(readability-identifier-naming): jemalloc's
const char* malloc_conf = "background_thread:true";
}

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::tests {

/// A file or directory as fsync() brought it to disk.
struct Synced {
    ::ino_t inode = 0;
    bool isDirectory = false;
    ::off_t size = 0;
};

/// What this program has called fsync() for, in order. Clear it at the beginning of a test.
[[nodiscard]] std::vector<Synced>& syncLog();

/// True if the directory is in syncLog().
[[nodiscard]] bool isSynced(const std::filesystem::path& directory);

} // namespace lockkeeper::tests

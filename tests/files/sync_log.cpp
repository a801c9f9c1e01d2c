// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/files/sync_log.h"

#include <algorithm>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// In place of the C library's.
extern "C" int fsync(int fd)
{
    struct ::stat info { };
    if (::fstat(fd, &info) == 0)
        lockkeeper::tests::syncLog().push_back({info.st_ino, S_ISDIR(info.st_mode), info.st_size});
    return static_cast<int>(::syscall(SYS_fsync, fd));
}

namespace lockkeeper::tests {

std::vector<Synced>& syncLog()
{
    static std::vector<Synced> log;
    return log;
}

bool isSynced(const std::filesystem::path& directory)
{
    struct ::stat info { };
    return ::stat(directory.c_str(), &info) == 0
        && std::ranges::any_of(syncLog(), [&](const Synced& synced) {
               return synced.isDirectory && synced.inode == info.st_ino;
           });
}

} // namespace lockkeeper::tests

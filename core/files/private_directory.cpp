// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/private_directory.h"

#include "core/files/system_error.h"
#include "core/files/unique_fd.h"
#include "core/text/translate.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

namespace lockkeeper {
namespace {

// std::filesystem leaves the mode to the umask.
Result<void> create(const std::filesystem::path& directory)
{
    struct ::stat info { };
    if (directory.empty() || ::stat(directory.c_str(), &info) == 0)
        return {};
    if (auto made = create(directory.parent_path()); !made)
        return made;
    const bool isMade = ::mkdir(directory.c_str(), 0700) == 0;
    if (!isMade && errno != EEXIST)
        return systemError(trNoop("can't create its directory", "data"), errno);
    // The umask may have removed our rights.
    if (isMade && ::chmod(directory.c_str(), 0700) != 0)
        return systemError(trNoop("can't set the mode of its directory", "data"), errno);
    return syncDirectory(directoryOf(directory));
}

bool isMountedReadOnly(const std::filesystem::path& directory)
{
    struct ::statvfs info { };
    return ::statvfs(directory.c_str(), &info) == 0 && (info.f_flag & ST_RDONLY) != 0;
}

} // namespace

Result<void> checkPrivateDirectory(const std::filesystem::path& directory, Writers writers)
{
    struct ::stat info { };
    if (::stat(directory.c_str(), &info) != 0)
        return systemError(trNoop("can't look at its directory", "data"), errno);
    if (info.st_uid != ::geteuid() && info.st_uid != 0)
        return fail(ErrorClass::System, trNoop("its directory belongs to another user", "data"));
    const ::mode_t others
        = writers == Writers::OwnerAlone ? ::mode_t{S_IWGRP | S_IWOTH} : ::mode_t{S_IWOTH};
    const bool isWritableByOthers = (info.st_mode & others) != 0;
    const bool isSticky = (info.st_mode & S_ISVTX) != 0;
    if (isWritableByOthers && !isSticky && !isMountedReadOnly(directory))
        return fail(
            ErrorClass::System, trNoop("others may write to its directory; chmod 700 it", "data"));
    return {};
}

std::filesystem::path directoryOf(const std::filesystem::path& file)
{
    auto parent = file.parent_path();
    return parent.empty() ? std::filesystem::path(".") : parent;
}

Result<void> preparePrivateDirectory(const std::filesystem::path& directory)
{
    if (auto made = create(directory); !made)
        return made;
    return checkPrivateDirectory(directory);
}

Result<void> syncDirectory(const std::filesystem::path& directory)
{
    const UniqueFd descriptor(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor.isOpen() || ::fsync(descriptor.get()) != 0)
        return systemError(trNoop("can't bring its directory to disk", "data"), errno);
    return {};
}

} // namespace lockkeeper

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/private_file.h"

#include "core/files/atomic_file.h"
#include "core/files/private_directory.h"
#include "core/files/system_error.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace lockkeeper {
namespace {

tl::unexpected<Error> refused(const char* reason)
{
    return fail(ErrorClass::InvalidArgument, reason);
}

tl::unexpected<Error> refused(const char* what, int code)
{
    return systemError(what, code, ErrorClass::InvalidArgument);
}

Result<void> check(const struct ::stat& info, bool isOwnerFine)
{
    if (S_ISLNK(info.st_mode))
        return refused(trNoop("is a symbolic link", "data"));
    if (!S_ISREG(info.st_mode))
        return refused(trNoop("is not a regular file", "data"));
    if (!isOwnerFine)
        return refused(trNoop("belongs to another user", "data"));
    if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return refused(trNoop("others may write to it; chmod 600 it", "data"));
    return {};
}

Result<void> checkForReading(int file, FileSecrecy secrecy)
{
    struct ::stat info { };
    if (::fstat(file, &info) != 0)
        return refused(trNoop("can't look at it", "data"), errno);
    if (auto checked = check(info, info.st_uid == ::geteuid() || info.st_uid == 0); !checked)
        return checked;
    if (secrecy == FileSecrecy::Secret && (info.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return refused(trNoop("others may read it; chmod 600 it", "data"));
    return {};
}

/// Nobody else may be able to replace `path` or its target.
Result<void> checkPlaceForReading(const std::filesystem::path& path)
{
    std::error_code unknown;
    const auto target = std::filesystem::canonical(path, unknown);
    for (const auto& name : {path, unknown ? path : target}) {
        // With many umasks the group may write; often it has one user.
        if (auto checked = checkPrivateDirectory(directoryOf(name), Writers::OwnerAndGroup);
            !checked)
            return fail(ErrorClass::InvalidArgument, std::move(checked.error().text));
    }
    return {};
}

Result<std::string> read(int file, std::size_t limit)
{
    std::string bytes(limit, '\0');
    std::size_t size = 0;
    while (size < limit) {
        const ::ssize_t count = ::read(file, bytes.data() + size, limit - size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return refused(trNoop("can't read it", "data"), errno);
        if (count == 0)
            break;
        size += static_cast<std::size_t>(count);
    }
    bytes.resize(size);
    return bytes;
}

} // namespace

Result<std::optional<std::string>> readPrivateFile(
    const std::filesystem::path& path, std::size_t limit, FileSecrecy secrecy)
{
    // A FIFO must not hang us before it is refused.
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.isOpen() && errno == ENOENT)
        return std::nullopt;
    if (!file.isOpen())
        return refused(trNoop("can't open it", "data"), errno);
    if (auto checked = checkForReading(file.get(), secrecy); !checked)
        return tl::make_unexpected(checked.error());
    if (auto checked = checkPlaceForReading(path); !checked)
        return tl::make_unexpected(std::move(checked.error()));
    auto bytes = read(file.get(), limit + 1);
    if (bytes && bytes->size() > limit)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("is larger than $0 bytes", "data"), limit));
    return bytes;
}

Result<void> replacePrivateFile(const std::filesystem::path& path, std::string_view bytes)
{
    std::error_code none;
    auto target = std::filesystem::canonical(path, none);
    if (none)
        target = path;
    const auto directory = directoryOf(target);
    if (auto prepared = preparePrivateDirectory(directory); !prepared)
        return prepared;
    if (auto replaced = replaceFile(target, bytes, 0600); !replaced)
        return fail(replaced.error().kind,
            absl::Substitute(trNoop("can't write it: $0", "data"), replaced.error().text));
    return syncDirectory(directory);
}

Result<std::optional<UniqueFd>> createPrivateFile(const std::filesystem::path& path, int flags)
{
    UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | flags, 0600));
    if (!file.isOpen() && errno == EEXIST)
        return std::nullopt;
    if (!file.isOpen())
        return refused(trNoop("can't create it", "data"), errno);
    // The umask may have removed our rights.
    if (::fchmod(file.get(), 0600) != 0)
        return refused(trNoop("can't set its mode", "data"), errno);
    return file;
}

Result<UniqueFd> openPrivateFile(const std::filesystem::path& path, int flags)
{
    auto created = createPrivateFile(path, flags);
    if (!created)
        return tl::make_unexpected(std::move(created.error()));
    if (*created)
        return std::move(**created);
    UniqueFd file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags));
    if (!file.isOpen() && errno == ELOOP)
        return refused(trNoop("is a symbolic link", "data"));
    struct ::stat info { };
    if (!file.isOpen() || ::fstat(file.get(), &info) != 0)
        return refused(trNoop("can't open it", "data"), errno);
    if (auto checked = check(info, info.st_uid == ::geteuid()); !checked)
        return tl::make_unexpected(checked.error());
    return file;
}

Result<void> checkPrivateFile(const std::filesystem::path& path)
{
    struct ::stat info { };
    if (::lstat(path.c_str(), &info) != 0)
        return refused(trNoop("can't look at it", "data"), errno);
    return check(info, info.st_uid == ::geteuid());
}

} // namespace lockkeeper

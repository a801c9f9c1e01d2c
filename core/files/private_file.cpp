// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/private_file.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace lockkeeper {
namespace {

tl::unexpected<Error> systemError(ErrorClass kind, const char* what, int code)
{
    return fail(kind, std::string("can't ") + what + ": " + std::generic_category().message(code));
}

/// Closes a descriptor when it goes.
class Descriptor {
public:
    explicit Descriptor(int descriptor) noexcept
        : m_descriptor(descriptor)
    { }
    ~Descriptor()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool isOpen() const noexcept { return m_descriptor >= 0; }
    [[nodiscard]] int get() const noexcept { return m_descriptor; }

private:
    int m_descriptor;
};

bool isOurs(const struct ::stat& info)
{
    return info.st_uid == ::geteuid() || info.st_uid == 0;
}

/// Why the file must not be believed; nothing if it may be.
const char* objectionTo(const struct ::stat& info, FileSecrecy secrecy)
{
    if (!S_ISREG(info.st_mode))
        return "is not a regular file";
    if (!isOurs(info))
        return "belongs to another user";
    if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return "others may write to it; chmod 600 it";
    if (secrecy == FileSecrecy::Secret && (info.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return "others may read it; chmod 600 it";
    return nullptr;
}

bool syncDirectory(const std::filesystem::path& directory)
{
    const Descriptor descriptor(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return descriptor.isOpen() && ::fsync(descriptor.get()) == 0;
}

// One level at a time, because std::filesystem would leave the mode to the umask.
Result<void> createDirectories(const std::filesystem::path& directory)
{
    struct ::stat info { };
    if (directory.empty() || ::stat(directory.c_str(), &info) == 0)
        return {};
    if (auto made = createDirectories(directory.parent_path()); !made)
        return made;
    if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST)
        return systemError(ErrorClass::System, "create its directory", errno);
    return {};
}

Result<void> checkDirectory(const std::filesystem::path& directory)
{
    struct ::stat info { };
    if (::stat(directory.c_str(), &info) != 0)
        return systemError(ErrorClass::System, "look at its directory", errno);
    if (!isOurs(info))
        return fail(ErrorClass::System, "its directory belongs to another user");
    // In a sticky directory such as /tmp others can add files, but not replace ours.
    if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (info.st_mode & S_ISVTX) == 0)
        return fail(ErrorClass::System, "others may write to its directory; chmod 700 it");
    return {};
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(std::max<::ssize_t>(written, 0)));
    }
    return true;
}

Result<void> writeAndRename(const std::filesystem::path& path, std::string_view bytes)
{
    // mkostemp() makes it 0600, whatever the umask says.
    std::string name = path.string() + ".XXXXXX";
    const Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file.isOpen())
        return systemError(ErrorClass::System, "create a file beside it", errno);
    if (!writeAll(file.get(), bytes) || ::fsync(file.get()) != 0
        || ::rename(name.c_str(), path.c_str()) != 0) {
        const int code = errno;
        ::unlink(name.c_str());
        return systemError(ErrorClass::System, "write it", code);
    }
    const auto parent = path.parent_path();
    if (!syncDirectory(parent.empty() ? "." : parent))
        return systemError(ErrorClass::System, "bring its directory to disk", errno);
    return {};
}

} // namespace

Result<std::optional<std::string>> readPrivateFile(
    const std::filesystem::path& path, std::size_t limit, FileSecrecy secrecy)
{
    // O_NONBLOCK: a FIFO in its place must not hang the program before it is refused.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.isOpen() && errno == ENOENT)
        return std::nullopt;
    struct ::stat info { };
    if (!file.isOpen() || ::fstat(file.get(), &info) != 0)
        return systemError(ErrorClass::InvalidArgument, "open it", errno);
    if (const char* objection = objectionTo(info, secrecy))
        return fail(ErrorClass::InvalidArgument, objection);
    std::string bytes(limit + 1, '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
        const ::ssize_t count = ::read(file.get(), bytes.data() + size, bytes.size() - size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(ErrorClass::InvalidArgument, "read it", errno);
        if (count == 0)
            break;
        size += static_cast<std::size_t>(count);
    }
    if (size > limit)
        return fail(ErrorClass::InvalidArgument,
            std::string("is larger than ").append(std::to_string(limit)).append(" bytes"));
    bytes.resize(size);
    return bytes;
}

Result<void> replacePrivateFile(const std::filesystem::path& path, std::string_view bytes)
{
    std::error_code none;
    auto target = std::filesystem::canonical(path, none);
    if (none)
        target = path;
    const auto parent = target.parent_path();
    if (auto made = createDirectories(parent); !made)
        return made;
    if (auto checked = checkDirectory(parent.empty() ? "." : parent); !checked)
        return checked;
    return writeAndRename(target, bytes);
}

} // namespace lockkeeper

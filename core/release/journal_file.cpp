// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal_file.h"

#include "core/text/display_safe.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace lockkeeper::release {
namespace {

tl::unexpected<Error> journalError(const std::filesystem::path& path, const std::string& reason)
{
    return fail(ErrorClass::Journal,
        "journal " + displaySafe(path.string(), 4096) + ": " + reason
            + "; nothing is done without it");
}

tl::unexpected<Error> systemError(const std::filesystem::path& path, const char* what, int code)
{
    return journalError(
        path, std::string("can't ") + what + ": " + std::generic_category().message(code));
}

bool syncDirectory(const std::filesystem::path& directory)
{
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool isSynced = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return isSynced;
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
        return systemError(directory, "create the directory", errno);
    const auto parent = directory.parent_path();
    if (!syncDirectory(parent.empty() ? "." : parent))
        return systemError(directory, "bring the directory to disk", errno);
    return {};
}

bool isWritableByOthers(const struct ::stat& info)
{
    return (info.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

Result<void> checkDirectory(const std::filesystem::path& directory)
{
    struct ::stat info { };
    if (::stat(directory.c_str(), &info) != 0)
        return systemError(directory, "look at the directory", errno);
    if (info.st_uid != ::geteuid() && info.st_uid != 0)
        return journalError(directory, "the directory belongs to another user");
    // In a sticky directory such as /tmp others can add files, but not replace ours.
    if (isWritableByOthers(info) && (info.st_mode & S_ISVTX) == 0)
        return journalError(directory, "others may write to the directory: chmod 700 it");
    return {};
}

Result<void> checkFile(const std::filesystem::path& path, int descriptor)
{
    struct ::stat info { };
    if (::fstat(descriptor, &info) != 0)
        return systemError(path, "look at it", errno);
    if (!S_ISREG(info.st_mode))
        return journalError(path, "not a regular file");
    if (info.st_uid != ::geteuid())
        return journalError(path, "belongs to another user");
    if (isWritableByOthers(info))
        return journalError(path, "others may write to it: chmod 600 it");
    return {};
}

// True if the last line is whole; a full disk may have cut it short.
bool endsInNewline(int descriptor)
{
    struct ::stat info { };
    char last = '\n';
    if (::fstat(descriptor, &info) != 0 || info.st_size == 0)
        return true;
    return ::pread(descriptor, &last, 1, info.st_size - 1) != 1 || last == '\n';
}

/// Keeps other processes that use the same file waiting.
class FileLock {
public:
    explicit FileLock(int descriptor)
        : m_descriptor(descriptor)
    {
        do {
            m_isHeld = ::flock(descriptor, LOCK_EX) == 0;
        } while (!m_isHeld && errno == EINTR);
    }
    ~FileLock()
    {
        if (m_isHeld)
            ::flock(m_descriptor, LOCK_UN);
    }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    [[nodiscard]] bool isHeld() const noexcept { return m_isHeld; }

private:
    int m_descriptor;
    bool m_isHeld = false;
};

} // namespace

JournalFile::JournalFile(std::filesystem::path path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
{ }

JournalFile::JournalFile(JournalFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
{ }

JournalFile& JournalFile::operator=(JournalFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

JournalFile::~JournalFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<JournalFile> JournalFile::open(const std::filesystem::path& path)
{
    const auto parent = path.parent_path();
    const auto directory = parent.empty() ? std::filesystem::path(".") : parent;
    if (auto made = createDirectories(directory); !made)
        return tl::make_unexpected(made.error());
    if (auto checked = checkDirectory(directory); !checked)
        return tl::make_unexpected(checked.error());
    // O_NONBLOCK: a FIFO in the file's place must not hang the program before it is refused.
    const int descriptor = ::open(
        path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (descriptor < 0) {
        if (errno == ELOOP)
            return journalError(path, "is a symbolic link");
        return systemError(path, "open it", errno);
    }
    JournalFile file(path, descriptor);
    if (auto checked = checkFile(path, descriptor); !checked)
        return tl::make_unexpected(checked.error());
    if (!syncDirectory(directory))
        return systemError(directory, "bring the directory to disk", errno);
    return file;
}

Result<void> JournalFile::append(std::string_view line)
{
    // Alone while looking and writing: another process's line that is half there would look as if
    // it had been cut short.
    const FileLock lock(m_descriptor);
    if (!lock.isHeld())
        return systemError(m_path, "lock it", errno);
    std::string bytes = endsInNewline(m_descriptor) ? "" : "\n";
    bytes.append(line).append("\n");
    ::ssize_t written = 0;
    do {
        written = ::write(m_descriptor, bytes.data(), bytes.size());
    } while (written < 0 && errno == EINTR);
    if (written < 0)
        return systemError(m_path, "write to it", errno);
    if (static_cast<std::size_t>(written) != bytes.size())
        return journalError(m_path, "the disk took only a part of the line");
    if (::fsync(m_descriptor) != 0)
        return systemError(m_path, "bring it to disk", errno);
    return {};
}

} // namespace lockkeeper::release

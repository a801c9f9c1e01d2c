// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal_file.h"

#include "core/files/private_directory.h"
#include "core/files/private_file.h"
#include "core/files/system_error.h"
#include "core/text/display_safe.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <utility>

namespace lockkeeper::release {
namespace {

tl::unexpected<Error> journalError(const std::filesystem::path& path, const std::string& reason)
{
    return fail(ErrorClass::Journal, "journal " + displaySafe(path.string(), 4096) + ": " + reason);
}

/// For a system call that has just failed.
tl::unexpected<Error> cantDo(const std::filesystem::path& path, const char* what)
{
    return journalError(path, systemError(what, errno).value().text);
}

// True if the last line is complete; a full disk may have truncated it.
bool endsInNewline(int descriptor)
{
    struct ::stat info { };
    char last = '\n';
    if (::fstat(descriptor, &info) != 0 || info.st_size == 0)
        return true;
    return ::pread(descriptor, &last, 1, info.st_size - 1) != 1 || last == '\n';
}

/// Excludes other processes that use the same file.
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

JournalFile::JournalFile(std::filesystem::path path, UniqueFd file)
    : m_path(std::move(path))
    , m_file(std::move(file))
{ }

Result<JournalFile> JournalFile::open(const std::filesystem::path& path)
{
    const auto directory = directoryOf(path);
    if (auto prepared = preparePrivateDirectory(directory); !prepared)
        return journalError(path, prepared.error().text);
    auto file = openPrivateFile(path, O_APPEND);
    if (!file)
        return journalError(path, file.error().text);
    if (auto synced = syncDirectory(directory); !synced)
        return journalError(path, synced.error().text);
    return JournalFile(path, std::move(*file));
}

Result<void> JournalFile::append(std::string_view line)
{
    // Exclusive while checking and writing: a line that another process is writing would look
    // truncated.
    const FileLock lock(m_file.get());
    if (!lock.isHeld())
        return cantDo(m_path, "can't lock it");
    std::string bytes = endsInNewline(m_file.get()) ? "" : "\n";
    bytes.append(line).append("\n");
    ::ssize_t written = 0;
    do {
        written = ::write(m_file.get(), bytes.data(), bytes.size());
    } while (written < 0 && errno == EINTR);
    if (written < 0)
        return cantDo(m_path, "can't write to it");
    if (static_cast<std::size_t>(written) != bytes.size())
        return journalError(m_path, "the disk took only a part of the line");
    if (::fsync(m_file.get()) != 0)
        return cantDo(m_path, "can't bring it to disk");
    return {};
}

} // namespace lockkeeper::release

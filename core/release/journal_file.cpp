// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal_file.h"

#include "core/files/private_directory.h"
#include "core/files/private_file.h"
#include "core/files/system_error.h"
#include "core/release/journal_chain.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <utility>

namespace lockkeeper::release {
namespace {

/// False with errno.
bool readAt(int descriptor, ::off_t from, char* bytes, std::size_t size)
{
    while (size > 0) {
        const ::ssize_t count = ::pread(descriptor, bytes, size, from);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            errno = count == 0 ? EIO : errno;
            return false;
        }
        bytes += count;
        from += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

struct Tail {
    ChainEnd chain;
    std::string bytes;
    bool isWhole = false;

    [[nodiscard]] bool isEnded() const { return bytes.empty() || bytes.back() == '\n'; }
};

/// nullopt with errno.
std::optional<Tail> readTail(int descriptor)
{
    constexpr std::size_t kFirstPart = std::size_t{16} * 1024;
    struct ::stat info { };
    if (::fstat(descriptor, &info) != 0)
        return std::nullopt;
    const auto size = static_cast<std::size_t>(info.st_size);
    std::string bytes;
    for (std::size_t part = kFirstPart;; part *= 4) {
        bytes.resize(std::min(part, size));
        const auto from = static_cast<::off_t>(size - bytes.size());
        if (!readAt(descriptor, from, bytes.data(), bytes.size()))
            return std::nullopt;
        if (auto end = chainEndIn(bytes, from == 0))
            return Tail{std::move(*end), std::move(bytes), from == 0};
    }
}

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

tl::unexpected<Error> journalError(const std::filesystem::path& file, const std::string& reason)
{
    return fail(ErrorClass::Journal,
        absl::Substitute(
            trNoop("journal $0: $1", "data"), displaySafe(file.string(), 4096), reason));
}

tl::unexpected<Error> journalSystemError(const std::filesystem::path& file, const char* what)
{
    return journalError(file, systemError(what, errno).value().text);
}

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

Result<void> JournalFile::append(std::string_view entry)
{
    // Else two processes may continue one line, or see half of one.
    const FileLock lock(m_file.get());
    if (!lock.isHeld())
        return journalSystemError(m_path, trNoop("can't lock it", "data"));
    const auto tail = readTail(m_file.get());
    if (!tail)
        return journalSystemError(m_path, trNoop("can't read its end", "data"));
    if (!std::exchange(m_hasAppended, true))
        m_breakBefore = chainBreakIn(tail->bytes, tail->isWhole);
    std::string bytes = tail->isEnded() ? "" : "\n";
    bytes.append(chainedLine(entry, tail->chain)).append("\n");
    ::ssize_t written = 0;
    do {
        written = ::write(m_file.get(), bytes.data(), bytes.size());
    } while (written < 0 && errno == EINTR);
    if (written < 0)
        return journalSystemError(m_path, trNoop("can't write to it", "data"));
    if (static_cast<std::size_t>(written) != bytes.size())
        return journalError(m_path, trNoop("the disk took only a part of the line", "data"));
    if (::fsync(m_file.get()) != 0)
        return journalSystemError(m_path, trNoop("can't bring it to disk", "data"));
    return {};
}

} // namespace lockkeeper::release

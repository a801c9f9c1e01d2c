// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal_verify.h"

#include "core/files/unique_fd.h"
#include "core/release/journal_file.h"
#include "core/text/translate.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <vector>

namespace lockkeeper::release {
namespace {

class LineCutter {
public:
    LineCutter(ChainCheck& check, std::string_view wantedHead)
        : m_check(check)
        , m_wantedHead(wantedHead)
    { }
    void take(std::string_view bytes)
    {
        for (auto end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
            if (m_begun.empty()) {
                takeLine(bytes.substr(0, end), true);
            } else {
                takeLine(m_begun.append(bytes.substr(0, end)), true);
                m_begun.clear();
            }
            bytes.remove_prefix(end + 1);
        }
        m_begun += bytes;
    }
    void finish()
    {
        if (!m_begun.empty())
            takeLine(m_begun, false);
    }
    [[nodiscard]] bool isHeadFound() const noexcept { return m_isHeadFound; }

private:
    void takeLine(std::string_view line, bool isEnded)
    {
        m_check.take(line, isEnded);
        m_isHeadFound |= !m_wantedHead.empty() && m_check.head() == m_wantedHead;
    }

    ChainCheck& m_check;
    std::string_view m_wantedHead;
    std::string m_begun;
    bool m_isHeadFound = false;
};

/// The size while nobody writes, so no line is half written. Negative with errno.
::off_t settledSize(int descriptor)
{
    struct ::stat info { };
    // A file system without locks has no second writer.
    const bool isLocked = ::flock(descriptor, LOCK_SH) == 0;
    const bool isKnown = ::fstat(descriptor, &info) == 0;
    if (isLocked)
        ::flock(descriptor, LOCK_UN);
    return isKnown ? info.st_size : -1;
}

} // namespace

Result<JournalProof> verifyJournal(const std::filesystem::path& file, std::string_view wantedHead)
{
    // Opening a FIFO must not block.
    const UniqueFd opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct ::stat info { };
    if (!opened.isOpen() || ::fstat(opened.get(), &info) != 0)
        return journalSystemError(file, trNoop("can't open it", "data"));
    if (!S_ISREG(info.st_mode))
        return journalError(file, trNoop("is not a regular file", "data"));
    const ::off_t size = settledSize(opened.get());
    if (size < 0)
        return journalSystemError(file, trNoop("can't look at it", "data"));
    ChainCheck check;
    LineCutter lines(check, wantedHead);
    std::vector<char> part(std::size_t{1} << 20U);
    for (::off_t at = 0; at < size;) {
        const auto most = std::min<::off_t>(size - at, static_cast<::off_t>(part.size()));
        const ::ssize_t count
            = ::pread(opened.get(), part.data(), static_cast<std::size_t>(most), at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0
                ? journalSystemError(file, trNoop("can't read it", "data"))
                : journalError(file, trNoop("it became shorter while it was read", "data"));
        lines.take({part.data(), static_cast<std::size_t>(count)});
        at += count;
    }
    lines.finish();
    const bool mayOthersWrite = (info.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    return JournalProof{check.finish(), size == 0, mayOthersWrite, lines.isHeadFound()};
}

} // namespace lockkeeper::release

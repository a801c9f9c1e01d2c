// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/history_file.h"

#include "core/files/private_directory.h"
#include "core/files/private_file.h"
#include "core/files/system_error.h"
#include "core/files/write_all.h"
#include "core/lock/process_identity.h"
#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/split.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace lockkeeper::history {
namespace {

tl::unexpected<Error> refused(const std::filesystem::path& path, const Error& reason)
{
    return fail(ErrorClass::System,
        absl::Substitute(
            trNoop("history $0: $1", "data"), displaySafe(path.string(), 4096), reason.text));
}

std::filesystem::path withSuffix(std::filesystem::path path, const std::string& suffix)
{
    path += suffix;
    return path;
}

/// "<pid> <process identity>": containers reuse pids.
std::string thisProcessText()
{
    return std::to_string(::getpid()) + ' ' + lock::processIdentity(::getpid()) + '\n';
}

void writeHolder(int file)
{
    const std::string text = thisProcessText();
    if (::ftruncate(file, 0) == 0)
        (void)writeAll(file, text);
}

} // namespace

Result<void> prepareHistoryFile(const std::filesystem::path& file)
{
    if (auto prepared = preparePrivateDirectory(directoryOf(file)); !prepared)
        return refused(file, prepared.error());
    // Must not open an existing file: closing it would drop SQLite's locks.
    if (const auto created = createPrivateFile(file); !created)
        return refused(file, created.error());
    if (auto checked = checkPrivateFile(file); !checked)
        return refused(file, checked.error());
    return {};
}

Result<std::filesystem::path> setAside(const std::filesystem::path& file, std::int64_t unixTime)
{
    const std::string suffix = std::string(".damaged-").append(std::to_string(unixTime));
    std::filesystem::path target = withSuffix(file, suffix);
    std::error_code ignored;
    for (int i = 2; std::filesystem::exists(target, ignored); ++i)
        target = withSuffix(file, suffix + "." + std::to_string(i));
    if (::rename(file.c_str(), target.c_str()) != 0)
        return refused(file, systemError(trNoop("can't set it aside", "data"), errno).value());
    // For recovery tools.
    (void)::rename(withSuffix(file, "-wal").c_str(), withSuffix(target, "-wal").c_str());
    (void)::unlink(withSuffix(file, "-shm").c_str());
    return target;
}

Result<std::optional<RecordingLock>> RecordingLock::tryTake(const std::filesystem::path& file)
{
    if (auto prepared = preparePrivateDirectory(directoryOf(file)); !prepared)
        return refused(file, prepared.error());
    // Not the database itself: see prepareHistoryFile().
    const std::filesystem::path path = withSuffix(file, ".lock");
    auto opened = openPrivateFile(path);
    if (!opened)
        return refused(path, opened.error());
    int result = 0;
    do {
        result = ::flock(opened->get(), LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    if (result == 0) {
        writeHolder(opened->get());
        return RecordingLock(std::move(*opened));
    }
    if (errno == EWOULDBLOCK)
        return std::optional<RecordingLock>();
    return refused(path, systemError(trNoop("can't lock it", "data"), errno).value());
}

std::optional<RecordedBy> RecordingLock::holderOf(const std::filesystem::path& file)
{
    constexpr std::size_t kMost = 256;
    auto opened = openPrivateFile(withSuffix(file, ".lock"));
    if (!opened)
        return std::nullopt;
    std::array<char, kMost> bytes{};
    const ::ssize_t size = ::pread(opened->get(), bytes.data(), bytes.size(), 0);
    std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<::ssize_t>(size, 0)));
    if (text == thisProcessText())
        return RecordedBy{::getpid(), true};
    const auto pid = takeNumber<std::int64_t>(text);
    const std::string_view identity = trimmed(text.substr(0, text.find('\n')));
    if (!pid || identity.empty() || identity != lock::processIdentity(*pid))
        return std::nullopt;
    return RecordedBy{*pid, false};
}

} // namespace lockkeeper::history

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/history_file.h"

#include "core/text/display_safe.h"
#include "core/text/fingerprint.h"
#include "core/text/percent.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace lockkeeper::history {
namespace {

/// File names end at 255 bytes; the suffixes of what belongs to a file need room, too.
constexpr std::size_t kNameLimit = 180;
constexpr std::size_t kHashLength = 16;

tl::unexpected<Error> refused(const std::filesystem::path& path, const std::string& reason)
{
    std::string text = "history ";
    text.append(displaySafe(path.string(), 4096)).append(": ").append(reason);
    return fail(ErrorClass::System, std::move(text));
}

tl::unexpected<Error> systemError(const std::filesystem::path& path, const char* what, int code)
{
    std::string reason = "can't ";
    reason.append(what).append(": ").append(std::generic_category().message(code));
    return refused(path, reason);
}

std::string fileNameOf(std::string_view deployment)
{
    if (deployment.empty())
        return "%";
    std::string name = deployment.front() == '.' ? "%2E" : "";
    name += percentEncodeField(deployment.substr(name.empty() ? 0 : 1));
    if (name.size() <= kNameLimit)
        return name;
    return name.substr(0, kNameLimit - kHashLength - 1)
        .append("%")
        .append(Fingerprint::ofString(deployment).hex(), 0, kHashLength);
}

std::filesystem::path homeDirectory()
{
    if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
        return home;
    std::array<char, 4096> buffer{};
    struct ::passwd entry { };
    struct ::passwd* found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0
        && found != nullptr)
        return found->pw_dir;
    return {};
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
        return refused(directory, "the directory belongs to another user");
    if (isWritableByOthers(info) && (info.st_mode & S_ISVTX) == 0)
        return refused(directory, "others may write to the directory: chmod 700 it");
    return {};
}

Result<void> checkFile(const std::filesystem::path& path)
{
    struct ::stat info { };
    if (::lstat(path.c_str(), &info) != 0)
        return systemError(path, "look at it", errno);
    if (S_ISLNK(info.st_mode))
        return refused(path, "is a symbolic link");
    if (!S_ISREG(info.st_mode))
        return refused(path, "not a regular file");
    if (info.st_uid != ::geteuid())
        return refused(path, "belongs to another user");
    if (isWritableByOthers(info))
        return refused(path, "others may write to it: chmod 600 it");
    return {};
}

std::filesystem::path withSuffix(std::filesystem::path path, const std::string& suffix)
{
    path += suffix;
    return path;
}

std::filesystem::path directoryOf(const std::filesystem::path& file)
{
    const auto parent = file.parent_path();
    return parent.empty() ? std::filesystem::path(".") : parent;
}

} // namespace

std::string historyName(const config::Deployment& deployment)
{
    if (deployment.name != "command-line")
        return deployment.name;
    std::vector<std::string> urls;
    for (const config::MasterConfig& master : deployment.masters)
        urls.push_back(master.url.redacted());
    std::sort(urls.begin(), urls.end());
    std::string all;
    for (const std::string& url : urls)
        all.append(url).append("\n");
    return std::string("command-line-").append(Fingerprint::ofString(all).hex(), 0, kHashLength);
}

std::filesystem::path defaultHistoryFile(std::string_view deployment)
{
    const char* const state = std::getenv("XDG_STATE_HOME");
    // The specification has relative ones ignored.
    const std::filesystem::path base = state != nullptr && *state == '/'
        ? std::filesystem::path(state)
        : homeDirectory() / ".local" / "state";
    return base / "lockkeeper" / "history" / fileNameOf(deployment).append(".sqlite");
}

Result<void> prepareHistoryFile(const std::filesystem::path& file)
{
    if (auto made = createDirectories(directoryOf(file)); !made)
        return made;
    if (auto checked = checkDirectory(directoryOf(file)); !checked)
        return checked;
    // One that is there is not opened: closing it would drop the locks that SQLite holds on it for
    // another part of this process.
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        ::close(descriptor);
    else if (errno != EEXIST)
        return systemError(file, "create it", errno);
    return checkFile(file);
}

Result<std::filesystem::path> setAside(const std::filesystem::path& file, std::int64_t unixTime)
{
    const std::string suffix = std::string(".damaged-").append(std::to_string(unixTime));
    std::filesystem::path target = withSuffix(file, suffix);
    std::error_code ignored;
    for (int i = 2; std::filesystem::exists(target, ignored); ++i)
        target = withSuffix(file, suffix + "." + std::to_string(i));
    if (::rename(file.c_str(), target.c_str()) != 0)
        return systemError(file, "set it aside", errno);
    // The log belongs to it: what rescues a database reads both.
    (void)::rename(withSuffix(file, "-wal").c_str(), withSuffix(target, "-wal").c_str());
    (void)::unlink(withSuffix(file, "-shm").c_str());
    return target;
}

Result<std::optional<RecordingRight>> RecordingRight::tryTake(const std::filesystem::path& file)
{
    if (auto made = createDirectories(directoryOf(file)); !made)
        return tl::make_unexpected(made.error());
    // Not the database itself: closing any descriptor of it would drop SQLite's own locks.
    const std::filesystem::path path = withSuffix(file, ".lock");
    const int descriptor
        = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (descriptor < 0)
        return systemError(path, "open it", errno);
    RecordingRight right(descriptor);
    int result = 0;
    do {
        result = ::flock(descriptor, LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    if (result == 0)
        return std::optional(std::move(right));
    if (errno == EWOULDBLOCK)
        return std::optional<RecordingRight>();
    return systemError(path, "lock it", errno);
}

RecordingRight::RecordingRight(RecordingRight&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{ }

RecordingRight& RecordingRight::operator=(RecordingRight&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

RecordingRight::~RecordingRight()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace lockkeeper::history

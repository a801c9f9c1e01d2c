// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/history_place.h"

#include "core/config/identity.h"
#include "core/files/xdg.h"
#include "core/history/history_file.h"
#include "core/text/ascii.h"
#include "core/text/fingerprint.h"
#include "core/text/percent.h"

namespace lockkeeper::history {
namespace {

constexpr const char* kSuffix = ".sqlite";
constexpr std::size_t kHashLength = 16;
constexpr std::size_t kReadableLength = 77;
/// Leaves room for suffixes.
constexpr std::size_t kFormerNameLimit = 180;

std::string shortHash(std::string_view text)
{
    return Fingerprint::ofString(text).hex().substr(0, kHashLength);
}

std::string readablePart(std::string_view identity)
{
    std::string part;
    for (const char c : identity.substr(0, identity.find('\n'))) {
        const bool isLetterOrDigit = isAsciiAlphanumeric(c);
        if (isLetterOrDigit || c == '.' || c == '_')
            part += part.empty() && !isLetterOrDigit ? "" : std::string(1, c);
        else if (!part.empty())
            part += '-';
    }
    return part.substr(0, kReadableLength);
}

std::string formerFileName(std::string_view deployment)
{
    if (deployment.empty())
        return "%";
    std::string name = deployment.front() == '.' ? "%2E" : "";
    name += percentEncodeField(deployment.substr(name.empty() ? 0 : 1));
    if (name.size() <= kFormerNameLimit)
        return name;
    return name.substr(0, kFormerNameLimit - kHashLength - 1)
        .append("%")
        .append(shortHash(deployment));
}

bool isThere(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
}

void adopt(const std::filesystem::path& former, const std::filesystem::path& file)
{
    // Nobody may record while files are renamed.
    const auto right = RecordingLock::tryTake(file);
    const auto formerRight = RecordingLock::tryTake(former);
    if (!right || !*right || !formerRight || !*formerRight || isThere(file))
        return;
    const auto rename = [&](const char* suffix) {
        std::error_code ignored;
        std::filesystem::rename(std::filesystem::path(former) += suffix,
            std::filesystem::path(file) += suffix, ignored);
    };
    // The database last: an interrupted renaming is continued.
    rename("-wal");
    rename("-shm");
    rename("");
    std::error_code ignored;
    std::filesystem::remove(std::filesystem::path(former) += ".lock", ignored);
}

} // namespace

std::filesystem::path historyDirectory()
{
    return stateHome() / "lockkeeper" / "history";
}

std::string historyFileName(std::string_view identity)
{
    std::string name = readablePart(identity);
    return name.append(name.empty() ? "" : "-").append(shortHash(identity)).append(kSuffix);
}

std::filesystem::path historyFileOf(const config::Deployment& deployment)
{
    auto file = historyDirectory() / historyFileName(config::identityOf(deployment));
    const auto former = historyDirectory() / formerFileName(deployment.name).append(kSuffix);
    if (!isThere(file) && isThere(former))
        adopt(former, file);
    return file;
}

Place historyIn(config::HistoryServer server, const config::Deployment& deployment)
{
    // PostgreSQL's limit.
    constexpr std::size_t kLongest = 63;
    const std::string identity = config::identityOf(deployment);
    const std::string hash = shortHash(identity);
    std::string name = readablePart(identity).substr(0, kLongest - hash.size() - 1);
    return {std::move(server), name.append("-").append(hash)};
}

Place historyOf(const config::Deployment& deployment)
{
    return deployment.history.url.empty() ? Place(historyFileOf(deployment))
                                          : historyIn(deployment.history, deployment);
}

} // namespace lockkeeper::history

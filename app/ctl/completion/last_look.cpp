// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/completion/last_look.h"

#include "core/config/identity.h"
#include "core/files/private_file.h"
#include "core/files/xdg.h"
#include "core/history/history_place.h"
#include "core/text/display_safe.h"

#include <absl/strings/str_split.h>
#include <filesystem>

namespace lockkeeper::ctl {
namespace {

constexpr std::size_t kMostNames = 10'000;
constexpr std::size_t kMostBytes = 1U << 20U;

std::filesystem::path namesFileOf(const config::Deployment& deployment)
{
    const std::filesystem::path cache = cacheHome();
    if (cache.empty())
        return {};
    std::filesystem::path name = history::historyFileName(config::identityOf(deployment));
    return cache / "lockkeeper" / "names" / name.replace_extension(".txt");
}

bool isShownAsItIs(const std::string& name)
{
    return !name.empty() && displaySafe(name, kMostBytes) == name;
}

} // namespace

void keepNames(
    const config::Deployment& deployment, const std::vector<observe::LockEntryPtr>& locks)
{
    const std::filesystem::path file = namesFileOf(deployment);
    if (file.empty())
        return;
    std::string text;
    std::size_t names = 0;
    for (const observe::LockEntryPtr& lock : locks) {
        const std::string& name = lock->resource.value();
        if (names == kMostNames)
            break;
        if (text.size() + name.size() >= kMostBytes || !isShownAsItIs(name))
            continue;
        text.append(name).append("\n");
        ++names;
    }
    (void)replacePrivateFile(file, text);
}

std::vector<std::string> keptNames(const config::Deployment& deployment)
{
    const std::filesystem::path file = namesFileOf(deployment);
    if (file.empty())
        return {};
    const auto text = readPrivateFile(file, kMostBytes, FileSecrecy::Secret);
    if (!text || !*text)
        return {};
    std::vector<std::string> names = absl::StrSplit(**text, '\n', absl::SkipEmpty());
    std::erase_if(names, [](const std::string& name) { return !isShownAsItIs(name); });
    return names;
}

} // namespace lockkeeper::ctl

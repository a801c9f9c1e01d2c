// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/xdg.h"

#include <array>
#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace lockkeeper {
namespace {

std::filesystem::path fromEnvironment(const char* variable)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : std::filesystem::path();
}

std::filesystem::path fromUserDatabase()
{
    std::array<char, 4096> buffer{};
    struct ::passwd entry { };
    struct ::passwd* found = nullptr;
    const int code = ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
    return code == 0 && found != nullptr ? found->pw_dir : std::filesystem::path();
}

std::filesystem::path below(const std::filesystem::path& home, const char* name)
{
    return home.empty() ? home : home / name;
}

} // namespace

std::filesystem::path stateHome()
{
    if (auto state = fromEnvironment("XDG_STATE_HOME"); !state.empty())
        return state;
    const auto home = fromEnvironment("HOME");
    return below(home.empty() ? fromUserDatabase() : home, ".local/state");
}

std::filesystem::path configHome()
{
    if (auto config = fromEnvironment("XDG_CONFIG_HOME"); !config.empty())
        return config;
    return below(fromEnvironment("HOME"), ".config");
}

std::filesystem::path cacheHome()
{
    if (auto cache = fromEnvironment("XDG_CACHE_HOME"); !cache.empty())
        return cache;
    return below(fromEnvironment("HOME"), ".cache");
}

} // namespace lockkeeper

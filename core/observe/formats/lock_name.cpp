// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/lock_name.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockkeeper::observe {

namespace {

constexpr std::array<std::string_view, 4> kLockWords{"lock", "mutex", "lease", "semaphore"};
/// Words that hold one of those and mean something else.
constexpr std::array<std::string_view, 3> kOtherWords{"block", "clock", "release"};
/// Counters and timeouts that Redisson keeps beside its locks.
constexpr std::array<std::string_view, 2> kSideKeys{"redisson_lock_token:", ":rwlock_timeout:"};

constexpr char toLower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool isLetter(char c) noexcept
{
    return toLower(c) >= 'a' && toLower(c) <= 'z';
}

/// True if, in a lower-case `name`, one of kOtherWords begins a word and holds position `at`.
bool isOtherWord(std::string_view name, std::size_t at)
{
    return std::any_of(kOtherWords.begin(), kOtherWords.end(), [&](std::string_view other) {
        for (std::size_t back = 1; back <= 2 && back <= at; ++back) {
            const auto begin = at - back;
            if (name.substr(begin).starts_with(other) && (begin == 0 || !isLetter(name[begin - 1])))
                return true;
        }
        return false;
    });
}

bool hasWord(std::string_view name, std::string_view word)
{
    for (auto at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
        if (!isOtherWord(name, at))
            return true;
    }
    return false;
}

} // namespace

bool suggestsLock(const std::string& key)
{
    std::string name(key);
    std::transform(name.begin(), name.end(), name.begin(), toLower);
    return std::any_of(kLockWords.begin(), kLockWords.end(), [&](std::string_view word) {
        return hasWord(name, word);
    }) && std::none_of(kSideKeys.begin(), kSideKeys.end(), [&](std::string_view part) {
        return name.find(part) != std::string::npos;
    });
}

} // namespace lockkeeper::observe

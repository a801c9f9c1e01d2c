// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/lock_name.h"

#include <algorithm>
#include <array>

namespace lockkeeper::observe {

namespace {

using namespace std::string_view_literals;

constexpr std::array kLockWords{"lock"sv, "mutex"sv, "lease"sv, "semaphore"sv};
/// Words that contain one of these, but mean something else.
constexpr std::array kNotLocks{"block"sv, "clock"sv, "please"sv, "release"sv, "unblock"sv};
/// Words for random values that are no locks.
constexpr std::array kOtherWords{
    "session"sv, "cache"sv, "token"sv, "csrf"sv, "nonce"sv, "cookie"sv, "otp"sv};
/// Counters, timeouts and latches that libraries store beside their locks.
constexpr std::array kSideKeys{"redisson_lock_token:"sv, "redisson_unlock_latch:"sv,
    ":rwlock_timeout:"sv, "nextid:"sv, ":stalled-check"sv};

constexpr char toLower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool isLetter(char c) noexcept
{
    return toLower(c) >= 'a' && toLower(c) <= 'z';
}

/// True if `name` contains the lower-case `word` at position `at`, in any case.
bool isAt(std::string_view name, std::size_t at, std::string_view word) noexcept
{
    return name.size() - at >= word.size()
        && std::equal(word.begin(), word.end(), name.begin() + static_cast<std::ptrdiff_t>(at),
            [](char a, char b) { return a == toLower(b); });
}

template <const auto& Words> consteval std::array<bool, 256> firstLetters()
{
    std::array<bool, 256> first{};
    for (const std::string_view word : Words) {
        const auto small = static_cast<unsigned char>(word.front());
        first[small] = true;
        if (isLetter(word.front()))
            first[static_cast<std::size_t>(small - 'a' + 'A')] = true;
    }
    return first;
}

template <const auto& Words> bool isAnyAt(std::string_view name, std::size_t at) noexcept
{
    static constexpr auto kFirst = firstLetters<Words>();
    return kFirst[static_cast<unsigned char>(name[at])]
        && std::any_of(Words.begin(), Words.end(),
            [&](std::string_view word) { return isAt(name, at, word); });
}

template <const auto& Words> bool hasAny(std::string_view name) noexcept
{
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (isAnyAt<Words>(name, at))
            return true;
    }
    return false;
}

/// True if a word in the name begins with one of kNotLocks and includes position `at`.
bool isNotLock(std::string_view name, std::size_t at) noexcept
{
    constexpr std::size_t kMostBefore = 3;
    for (std::size_t back = 1; back <= kMostBefore && back <= at; ++back) {
        const auto begin = at - back;
        if (isAnyAt<kNotLocks>(name, begin) && (begin == 0 || !isLetter(name[begin - 1])))
            return true;
    }
    return false;
}

} // namespace

bool suggestsLock(std::string_view key)
{
    for (std::size_t at = 0; at < key.size(); ++at) {
        if (isAnyAt<kLockWords>(key, at) && !isNotLock(key, at))
            return !hasAny<kSideKeys>(key);
    }
    return false;
}

bool suggestsOther(std::string_view key)
{
    return hasAny<kOtherWords>(key);
}

bool mayBeLock(const KeyReading& reading)
{
    return suggestsLock(reading.key) || (reading.ttl && !suggestsOther(reading.key));
}

} // namespace lockkeeper::observe

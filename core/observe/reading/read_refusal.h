// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/text/seeded_hash.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockkeeper::observe {

/// The user may not use the command at all, or the server lacks it.
[[nodiscard]] bool isCommandRefused(const Error& error);

/// `client|id`, from a refusal; empty: none. Server text.
[[nodiscard]] std::string_view refusedCommand(std::string_view text);

struct RefusedRead {
    std::string user; ///< empty: the default user
    std::string key;
    std::vector<std::string> patterns; ///< empty: all keys
    bool isAlone = false;
};

/// For people: what a missing permission costs, and how to grant it; other errors unchanged.
/// Truncates names, without escaping. Source: Redis 6.2, 7.0 server.c, 7.2 acl.c.
[[nodiscard]] Error explainRefusal(const Error& error, const RefusedRead& read);

/// Hashes of a master's keys that could not be read, so the board lacks them. Counts those that are
/// there: a refused key may be gone, or of another database, whose changes are reported, too.
class UnreadKeys {
public:
    /// Failures until endSweep() replace the earlier ones.
    void beginSweep() { m_next = {}; }
    void endSweep()
    {
        // Keep a reason that still applies, as each new one is reported.
        if (m_now.error && m_next.keys.contains(hashOf(m_now.sample))) {
            m_next.error = m_now.error;
            m_next.sample = m_now.sample;
        }
        m_now = m_next;
    }

    void fail(const std::string& key, const Error& error, bool isThere)
    {
        m_now.fail(key, error, isThere);
        m_next.fail(key, error, isThere);
    }
    void pass(const std::string& key, bool isThere)
    {
        m_now.pass(key, isThere);
        m_next.pass(key, isThere);
    }
    void clear() { *this = {}; }

    [[nodiscard]] std::size_t size() const noexcept { return m_now.counted; }
    /// Also of keys that are not counted.
    [[nodiscard]] bool isEmpty() const noexcept { return m_now.keys.empty(); }
    [[nodiscard]] bool contains(const std::string& key) const
    {
        return m_now.keys.contains(hashOf(key));
    }
    [[nodiscard]] bool isAll() const noexcept { return size() != 0 && !m_now.hasOthers; }
    /// Of the first unread key. nullopt: none is counted.
    [[nodiscard]] std::optional<Error> error() const
    {
        return size() == 0 ? std::nullopt : m_now.error;
    }
    [[nodiscard]] const std::string& sample() const noexcept { return m_now.sample; }

private:
    static std::uint64_t hashOf(const std::string& key) { return seededHash(key); }

    struct Found {
        std::unordered_map<std::uint64_t, bool> keys; ///< true: counted
        std::size_t counted = 0;
        std::optional<Error> error;
        std::string sample;
        bool hasOthers = false;

        void fail(const std::string& key, const Error& why, bool isThere)
        {
            bool& isCounted = keys[hashOf(key)];
            const bool isFirst = isThere && counted == 0;
            counted += isThere && !isCounted ? 1 : 0;
            isCounted = isCounted || isThere;
            if (error && key != sample && !isFirst)
                return;
            error = why;
            sample = key;
        }
        void pass(const std::string& key, bool isThere)
        {
            hasOthers = hasOthers || isThere;
            if (keys.empty())
                return;
            const auto found = keys.find(hashOf(key));
            if (found == keys.end())
                return;
            counted -= found->second ? 1 : 0;
            keys.erase(found);
            if (keys.empty())
                error.reset();
        }
    };

    Found m_now;
    Found m_next;
};

} // namespace lockkeeper::observe

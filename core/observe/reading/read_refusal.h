// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/text/seeded_hash.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lockkeeper::observe {

/// True if the user may not use the command at all, whatever the key, or the server has none such.
[[nodiscard]] bool isCommandRefused(const Error& error);

/// The command that the text of a refusal names: `client|id`. Empty: it names none. Server text.
/// Pure.
[[nodiscard]] std::string_view refusedCommand(std::string_view text);

/// A refused read.
struct RefusedRead {
    std::string user; ///< empty: the default user
    std::string key;
    std::vector<std::string> patterns; ///< as watched; empty: all keys
    bool isAlone = false; ///< no other key is read
};

/// Why a key could not be read, as text for people. For a missing permission: what is lost by it,
/// and the command that grants it. Any other error is returned unchanged. Names are truncated but
/// not escaped. Pure. Source of the error texts: Redis 6.2 and 7.0 server.c, 7.2 acl.c.
[[nodiscard]] Error explainRefusal(const Error& error, const RefusedRead& read);

/// Existing keys of one master that could not be read, so the board lacks them. Stores only the
/// hashes of their names. A value.
class UnreadKeys {
public:
    /// Failures from here to endSweep() replace the earlier ones.
    void beginSweep() { m_next = {}; }
    void endSweep()
    {
        // Keep the reason while it still applies: each change of it is reported.
        if (m_now.error && m_next.keys.contains(hashOf(m_now.sample))) {
            m_next.error = m_now.error;
            m_next.sample = m_now.sample;
        }
        m_now = m_next;
    }

    void fail(const std::string& key, const Error& error)
    {
        m_now.fail(key, error);
        m_next.fail(key, error);
    }
    /// Records that the key was read. `isThere`: and that it exists.
    void pass(const std::string& key, bool isThere)
    {
        m_now.pass(key, isThere);
        m_next.pass(key, isThere);
    }
    void clear() { *this = {}; }

    [[nodiscard]] std::size_t size() const noexcept { return m_now.keys.size(); }
    [[nodiscard]] bool contains(const std::string& key) const
    {
        return m_now.keys.contains(hashOf(key));
    }
    /// True if there are keys, and none could be read.
    [[nodiscard]] bool isAll() const noexcept { return size() != 0 && !m_now.hasOthers; }
    /// Why the first of them could not be read, and its name. nullopt: there are none.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_now.error; }
    [[nodiscard]] const std::string& sample() const noexcept { return m_now.sample; }

private:
    static std::uint64_t hashOf(const std::string& key) { return seededHash(key); }

    struct Found {
        std::unordered_set<std::uint64_t> keys;
        std::optional<Error> error;
        std::string sample;
        bool hasOthers = false; ///< some keys could be read

        void fail(const std::string& key, const Error& why)
        {
            keys.insert(hashOf(key));
            if (error && key != sample)
                return;
            error = why;
            sample = key;
        }
        void pass(const std::string& key, bool isThere)
        {
            hasOthers = hasOthers || isThere;
            if (keys.empty())
                return;
            keys.erase(hashOf(key));
            if (keys.empty())
                error.reset();
        }
    };

    Found m_now;
    Found m_next; ///< of the sweep in progress
};

} // namespace lockkeeper::observe

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/text/seeded_hash.h"

#include <optional>
#include <string>
#include <unordered_set>

namespace lockkeeper::observe {

/// Keys of one master that are there and could not be read: what a board without them lacks. Only
/// the hashes of their names are kept. A value type.
class UnreadKeys {
public:
    /// What fails from now on until endSweep() is all that can't be read.
    void beginSweep() { m_next = {}; }
    void endSweep()
    {
        // The reason stays the same as long as it is one: it is told each time it changes.
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
    /// It was read; `isThere`: and there was something.
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
    /// There are keys, and none could be read.
    [[nodiscard]] bool isAll() const noexcept { return size() != 0 && !m_now.hasOthers; }
    /// Why the first of them could not be read, and its name. Nullopt: there are none.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_now.error; }
    [[nodiscard]] const std::string& sample() const noexcept { return m_now.sample; }

private:
    static std::uint64_t hashOf(const std::string& key) { return seededHash(key); }

    struct Found {
        std::unordered_set<std::uint64_t> keys;
        std::optional<Error> error;
        std::string sample;
        bool hasOthers = false; ///< that could be read

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
    Found m_next; ///< of the sweep that is under way
};

} // namespace lockkeeper::observe

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/sweep_marks.h"
#include "core/text/seeded_hash.h"

#include <string>
#include <unordered_map>

namespace lockkeeper::observe {

/// Keys under the patterns that are no locks as far as known: which masters store them. They are
/// counted, and may be many: only the hashes of their names are kept. Among them are those that can
/// be read on no master, which are no other keys to people. `marks` must outlive it.
class OtherKeys {
public:
    explicit OtherKeys(SweepMarks& marks)
        : m_marks(marks)
    { }

    /// The master stores it, as its sweep has seen.
    void add(const std::string& key, std::size_t master);
    /// The master has it, and won't let it be read: nobody knows what it is.
    void addUnread(const std::string& key, std::size_t master);
    /// The masters of `stored` do; it takes the place of an item with these marks.
    void replace(const std::string& key, std::uint64_t stored, SweepMarks::Word marks);
    void remove(const std::string& key, std::size_t master);
    /// Takes it out: a bit per master that stored it.
    std::uint64_t take(const std::string& key);

    [[nodiscard]] bool isStored(const std::string& key, std::size_t master) const;
    /// The master has this key, says a look at its names; false if that is not known.
    [[nodiscard]] bool noteSeen(const std::string& key, std::size_t master);
    void markAll(std::size_t master);
    /// The master stores none that is unmarked.
    void removeUnmarked(std::size_t master);

    [[nodiscard]] std::size_t size() const noexcept { return m_keys.size(); }
    /// Those that could be read on some master.
    [[nodiscard]] std::size_t readCount() const noexcept { return m_keys.size() - m_unread; }

private:
    struct Key {
        std::uint64_t stored = 0; ///< a bit per master that stores it
        std::uint64_t unread = 0; ///< of these, a bit per master on which it can't be read
        SweepMarks::Word seen = 0;

        [[nodiscard]] bool isUnread() const noexcept { return stored != 0 && stored == unread; }
    };
    using Keys = std::unordered_map<std::uint64_t, Key>; ///< by the hash of the name
    static std::uint64_t hashOf(const std::string& key) { return seededHash(key); }
    Key& findOrAdd(const std::string& key);
    void set(Key& key, std::uint64_t stored, std::uint64_t unread) noexcept;
    Keys::iterator erase(Keys::iterator key);

    SweepMarks& m_marks;
    Keys m_keys;
    std::size_t m_unread = 0; ///< of them: can be read nowhere
};

} // namespace lockkeeper::observe

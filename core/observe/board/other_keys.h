// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/sweep_marks.h"
#include "core/text/seeded_hash.h"

#include <string>
#include <unordered_map>

namespace lockkeeper::observe {

/// Keys under the patterns that are not known to be locks, with the masters that store them. There
/// may be many, so only the hashes of their names are stored. Includes keys that can be read on no
/// master; readCount() leaves these out. `marks` must outlive this object.
class OtherKeys {
public:
    explicit OtherKeys(SweepMarks& marks)
        : m_marks(marks)
    { }

    /// Records that the master stores the key, as seen by a sweep.
    void add(const std::string& key, std::size_t master);
    /// Records that the master has the key but refuses to read it, so its type is unknown.
    void addUnread(const std::string& key, std::size_t master);
    /// Records that the masters in `stored` store the key. Replaces a record with these marks.
    void replace(const std::string& key, std::uint64_t stored, SweepMarks::Word marks);
    void remove(const std::string& key, std::size_t master);
    /// Removes the key. Returns a bit per master that stored it.
    std::uint64_t take(const std::string& key);

    [[nodiscard]] bool isStored(const std::string& key, std::size_t master) const;
    /// Records that the master has the key, as seen in a scan of names. Returns false if that was
    /// not known.
    [[nodiscard]] bool markSeen(const std::string& key, std::size_t master);
    void markAll(std::size_t master);
    /// Records that the master does not store the keys that are unmarked.
    void removeUnmarked(std::size_t master);

    [[nodiscard]] std::size_t size() const noexcept { return m_keys.size(); }
    /// Number of keys that could be read on some master.
    [[nodiscard]] std::size_t readCount() const noexcept { return m_keys.size() - m_unread; }

private:
    struct Key {
        std::uint64_t stored = 0; ///< a bit per master that stores the key
        std::uint64_t unread = 0; ///< of these, a bit per master that refuses to read it
        SweepMarks::Word seen = 0;

        [[nodiscard]] bool isUnread() const noexcept { return stored != 0 && stored == unread; }
    };
    using Keys = std::unordered_map<std::uint64_t, Key>; ///< by hash of the name
    static std::uint64_t hashOf(const std::string& key) { return seededHash(key); }
    Key& findOrAdd(const std::string& key);
    void set(Key& key, std::uint64_t stored, std::uint64_t unread) noexcept;
    Keys::iterator erase(Keys::iterator key);

    SweepMarks& m_marks;
    Keys m_keys;
    std::size_t m_unread = 0; ///< number of keys that can be read nowhere
};

} // namespace lockkeeper::observe

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/other_keys.h"

namespace lockkeeper::observe {

OtherKeys::Key& OtherKeys::findOrAdd(const std::string& key)
{
    return m_keys.try_emplace(hashOf(key), Key{.seen = m_marks.unmarked()}).first->second;
}

void OtherKeys::add(const std::string& key, std::size_t master)
{
    Key& other = findOrAdd(key);
    other.stored |= masterBit(master);
    m_marks.mark(other.seen, master);
}

void OtherKeys::replace(const std::string& key, std::uint64_t stored, SweepMarks::Word marks)
{
    Key& other = findOrAdd(key);
    m_marks.forget(other.seen);
    other = {.stored = stored, .seen = marks};
}

void OtherKeys::remove(const std::string& key, std::size_t master)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return;
    found->second.stored &= ~masterBit(master);
    if (found->second.stored != 0)
        return;
    m_marks.forget(found->second.seen);
    m_keys.erase(found);
}

std::uint64_t OtherKeys::take(const std::string& key)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return 0;
    const std::uint64_t stored = found->second.stored;
    m_marks.forget(found->second.seen);
    m_keys.erase(found);
    return stored;
}

bool OtherKeys::noteSeen(const std::string& key, std::size_t master)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return false;
    m_marks.mark(found->second.seen, master);
    return (found->second.stored & masterBit(master)) != 0;
}

void OtherKeys::markAll(std::size_t master)
{
    for (auto& [hash, key] : m_keys)
        m_marks.mark(key.seen, master);
}

void OtherKeys::removeUnmarked(std::size_t master)
{
    for (auto found = m_keys.begin(); found != m_keys.end();) {
        Key& key = found->second;
        if (!m_marks.isMarked(key.seen, master))
            key.stored &= ~masterBit(master);
        m_marks.mark(key.seen, master);
        if (key.stored != 0) {
            ++found;
            continue;
        }
        m_marks.forget(key.seen);
        found = m_keys.erase(found);
    }
}

} // namespace lockkeeper::observe

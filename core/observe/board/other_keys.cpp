// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/other_keys.h"

namespace lockkeeper::observe {

OtherKeys::Key& OtherKeys::findOrAdd(const std::string& key)
{
    return m_keys.try_emplace(hashOf(key), Key{.seen = m_marks.unmarked()}).first->second;
}

void OtherKeys::set(Key& key, std::uint64_t stored, std::uint64_t unread) noexcept
{
    m_unread -= key.isUnread() ? 1 : 0;
    key.stored = stored;
    key.unread = unread & stored;
    m_unread += key.isUnread() ? 1 : 0;
}

OtherKeys::Keys::iterator OtherKeys::erase(Keys::iterator key)
{
    set(key->second, 0, 0);
    m_marks.forget(key->second.seen);
    return m_keys.erase(key);
}

void OtherKeys::add(const std::string& key, std::size_t master)
{
    Key& other = findOrAdd(key);
    set(other, other.stored | masterBit(master), other.unread & ~masterBit(master));
    m_marks.mark(other.seen, master);
}

void OtherKeys::addUnread(const std::string& key, std::size_t master)
{
    Key& other = findOrAdd(key);
    set(other, other.stored | masterBit(master), other.unread | masterBit(master));
    m_marks.mark(other.seen, master);
}

void OtherKeys::replace(const std::string& key, std::uint64_t stored, SweepMarks::Word marks)
{
    Key& other = findOrAdd(key);
    m_marks.forget(other.seen);
    set(other, stored, 0);
    other.seen = marks;
}

void OtherKeys::remove(const std::string& key, std::size_t master)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return;
    set(found->second, found->second.stored & ~masterBit(master), found->second.unread);
    if (found->second.stored == 0)
        erase(found);
}

std::uint64_t OtherKeys::take(const std::string& key)
{
    const auto found = m_keys.find(hashOf(key));
    if (found == m_keys.end())
        return 0;
    const std::uint64_t stored = found->second.stored;
    erase(found);
    return stored;
}

bool OtherKeys::isStored(const std::string& key, std::size_t master) const
{
    if (m_keys.empty())
        return false;
    const auto found = m_keys.find(hashOf(key));
    return found != m_keys.end() && (found->second.stored & masterBit(master)) != 0;
}

bool OtherKeys::markSeen(const std::string& key, std::size_t master)
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
            set(key, key.stored & ~masterBit(master), key.unread);
        m_marks.mark(key.seen, master);
        if (key.stored != 0)
            ++found;
        else
            found = erase(found);
    }
}

} // namespace lockkeeper::observe

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/logins.h"

#include "core/text/hex.h"
#include "core/text/random_bytes.h"
#include "core/text/sha256.h"

#include <algorithm>

namespace lockkeeper::ctl {
namespace {

/// By hash: a search's time reveals nothing of the identifier.
std::string keyOf(std::string_view id)
{
    Sha256 hash;
    hash.add(id);
    return hash.takeHex();
}

} // namespace

Result<std::string> Logins::open()
{
    constexpr std::size_t kBytes = 32;
    const auto random = randomBytes(kBytes);
    if (!random)
        return tl::make_unexpected(random.error());
    std::string id = hex(*random);
    const SteadyTime now = m_clock.now();
    const MutexLock lock(m_mutex);
    std::erase_if(m_ends, [now](const auto& login) { return login.second <= now; });
    if (m_ends.size() >= kMost)
        m_ends.erase(
            std::ranges::min_element(m_ends, {}, [](const auto& each) { return each.second; }));
    m_ends.emplace(keyOf(id), now + kLasts);
    return id;
}

bool Logins::isOpen(std::string_view id) const
{
    const MutexLock lock(m_mutex);
    const auto found = m_ends.find(keyOf(id));
    return found != m_ends.end() && m_clock.now() < found->second;
}

void Logins::close(std::string_view id)
{
    const MutexLock lock(m_mutex);
    m_ends.erase(keyOf(id));
}

} // namespace lockkeeper::ctl

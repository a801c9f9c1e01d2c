// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/text_cache.h"

#include <utility>

namespace lockkeeper::ctl {

TextCache::Given TextCache::get(std::uint64_t update, const std::function<Made()>& make)
{
    const MutexLock lock(m_mutex);
    if (m_update != 0 && m_update >= update)
        return m_latest;
    std::erase_if(m_older, [](const auto& text) { return text.expired(); });
    if (m_older.size() >= kMostOlder)
        return m_latest;
    if (m_latest.text)
        m_older.emplace_back(std::exchange(m_latest.text, nullptr));
    Made made = make();
    m_update = made.update;
    m_latest = {made.event, std::make_shared<const std::string>(std::move(made.text))};
    return m_latest;
}

} // namespace lockkeeper::ctl

// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/moving_target.h"

#include <iterator>

namespace lockkeeper::redis {

void MovingTarget::tellListeners()
{
    // One may add another, which has just asked.
    std::vector<Listener> listeners = std::move(m_listeners);
    m_listeners.clear();
    std::erase_if(listeners, [](const Listener& listener) { return !listener(); });
    m_listeners.insert(m_listeners.end(), std::make_move_iterator(listeners.begin()),
        std::make_move_iterator(listeners.end()));
}

} // namespace lockkeeper::redis

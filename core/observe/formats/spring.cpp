// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::observe {

/// Spring Integration's RedisLockRegistry: a UUID under `<registry key>:<lock key>`, the same for
/// all locks of a registry instance. It looks like redlock-rb's, so it needs a hint. In PUB_SUB
/// mode waiters sleep until a message on a channel named after the registry key, which is assumed
/// to end at the first colon. Source: RedisLockRegistry.java.
Format springFormat()
{
    return {.name = "Spring",
        .shape = {.shortest = 36, .longest = 36},
        .recognise =
            [](const KeyReading& reading, WallTime now) {
                auto lock = decodeProcessUuid(reading, now);
                if (lock)
                    lock->holder.detail
                        = absl::Substitute(trNoop("registry $0", "holder"), reading.value);
                return lock;
            },
        .isRevocable = true,
        .wakeUp =
            [](std::string_view key) {
                std::string channel(key.substr(0, key.find(':')));
                channel.append("-channel:").append(key);
                return WakeUp{std::move(channel), std::string(key)};
            },
        .caution = trNoop(
            "the holder's unlock() will throw. If its registry has taken the lock anew, that can't "
            "be told from what you see",
            "data")};
}

} // namespace lockkeeper::observe
